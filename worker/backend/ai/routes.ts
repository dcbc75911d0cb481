import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { BackendEnv } from '../app-env.ts'
import { ofThisProject } from '../project.ts'
import { standingOf } from '../standing.ts'
import { ImageRequest } from './schema.ts'

/** AI at `/api/ai/:projectId`: player art from `{prompt, images}`, whoever draws it. */
export const aiRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .post('/image', async (c) => {
    const { caller, services } = c.var
    const { origin } = new URL(c.req.url)
    const isRaw = standingOf(caller) === 'raw'
    const { prompt, images, n } = parseInput(ImageRequest, await readJson(c))
    const paths = services.ai.pathsOf(images, { origin, photosOnly: isRaw })
    const photos = await services.ai.photosAt(paths)
    if (isRaw) await services.budgets.spend('images', caller.visitor.address)
    const drawn = await services.ai.draw({ prompt, photos, n })
    return c.json({ data: drawn.map((path) => ({ url: services.storage.urlOf(path, origin) })) })
  })
  .all('/*', () => {
    throw new AppError('NOT_IMPLEMENTED')
  })
