import { createClient } from '#shared/client/index.ts'
import type { Site } from './fixtures.ts'
import { localSecret } from './server.ts'
import { PROJECT } from './sign-in.ts'

/** A client with the service key, for states that would otherwise take days. */
export const createService = ({ url }: Pick<Site, 'url'>) =>
  createClient({ projectId: PROJECT, coreUrl: url, publicUrl: url, key: localSecret('SERVICE_KEY') })
