import { Hono } from 'hono'
import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_BYTES, UPLOAD_MAX_BYTES } from '#shared/domain/limits.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { BackendEnv } from '../app-env.ts'
import type { Caller } from '../caller.ts'
import { ofThisProject } from '../project.ts'
import { standingOf } from '../standing.ts'
import { isPath, isPhotoPath, PHOTO_KEPT_MS, RAW_PHOTO_KEPT_MS, requirePath } from './schema.ts'
import type { StoredFile } from './service.ts'
import { readUpload, type Upload } from './upload.ts'

const REMOVE_MAX_PATHS = 1000
const Remove = z.object({ paths: z.array(z.string().refine(isPath, 'is not a path')).min(1).max(REMOVE_MAX_PATHS) })

/** Files at `/api/storage/:projectId`. Without the service key there is one thing to do here: bring a photo. */
export const storageRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .post('/upload', async (c) => {
    const { caller, services } = c.var
    const isService = standingOf(caller) === 'service'
    const upload = await readUpload(c.req.raw, isService ? UPLOAD_MAX_BYTES : PHOTO_MAX_BYTES)
    const stored = isService
      ? await services.storage.put(upload.path, upload.file, { type: upload.file.type, upsert: upload.upsert })
      : await putPhoto(services, caller, upload)
    return c.json({ publicUrl: services.storage.urlOf(stored.path, new URL(c.req.url).origin) })
  })
  .get('/download', async (c) => {
    const { caller, services } = c.var
    if (!caller.hasKey && !caller.viaEdge) throw new AppError('UNAUTHORIZED')
    const path = requirePath(c.req.query('path'))
    const file = await services.storage.head(path)
    if (file === null) throw new AppError('FILE_NOT_FOUND')
    const filename = c.req.query('filename') ?? path.split('/').at(-1)!
    const url = services.storage.urlOf(path, new URL(c.req.url).origin)
    return c.json({
      downloadUrl: `${url}?filename=${encodeURIComponent(filename)}`,
      filename,
      contentType: file.httpMetadata?.contentType ?? 'application/octet-stream',
      size: file.size,
    })
  })
  .delete('/remove', async (c) => {
    const { caller, services } = c.var
    const { paths } = parseInput(Remove, await readJson(c))
    const standing = standingOf(caller)
    if (standing === 'raw' || (standing === 'edge' && !paths.every(isPhotoPath))) throw new AppError('FORBIDDEN')
    await services.storage.remove(paths)
    return c.json({ success: true })
  })

/**
 * A visitor's photo. Straight from anybody it gets an address of our own making and ten minutes; through our edge,
 * which has already chosen one nobody can guess, it keeps that and stays for as long as a generation may take.
 */
async function putPhoto(
  { storage, budgets }: BackendEnv['Variables']['services'],
  caller: Caller,
  { file, path, upsert }: Upload,
): Promise<StoredFile> {
  if (!isPhotoPath(path)) throw new AppError('FORBIDDEN', 'Only a photo below player-photos/ may be uploaded here.')
  const viaEdge = standingOf(caller) === 'edge'
  if (!viaEdge) await budgets.requireLeft('uploads', caller.visitor.address)
  const photo = await storage.cleaned(new Uint8Array(await file.arrayBuffer()))
  if (viaEdge) return storage.putPhoto(photo, { path, upsert, keptMs: PHOTO_KEPT_MS })
  await budgets.spend('uploads', caller.visitor.address)
  return storage.putPhoto(photo, { path: null, upsert: false, keptMs: RAW_PHOTO_KEPT_MS })
}
