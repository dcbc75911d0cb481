import { createClient } from '#shared/client/index.ts'
import { localSecret } from './server.ts'
import { PROJECT } from './sign-in.ts'
import type { Place } from './stage.ts'

/** A client with the service key, to set states that would otherwise take days. */
export const serviceOf = ({ url }: Pick<Place, 'url'>) =>
  createClient({ projectId: PROJECT, coreUrl: url, publicUrl: url, key: localSecret('SERVICE_KEY') })
