import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_BYTES, UPLOAD_MAX_BYTES } from '#shared/domain/limits.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { tooLarge } from '#worker/http/form.ts'
import type { BackendEnv } from '../app-env.ts'
import type { Caller } from '../caller.ts'
import { ofThisProject } from '../project.ts'
import { standingOf } from '../standing.ts'
import { pathOf, requirePath } from './path.ts'
import { isPhotoPath, PHOTO_KEPT_MS, RAW_PHOTO_KEPT_MS, servedTypeOf } from './schema.ts'
import type { StoredFile } from './service.ts'
import { readUpload, type Upload } from './upload.ts'

const REMOVE_MAX_PATHS = 1000
const StoredPath = z
  .string()
  .transform(pathOf)
  .refine((path) => path !== null, 'is not a path')
const Remove = z.lazy(() => z.object({ paths: z.array(StoredPath).min(1).max(REMOVE_MAX_PATHS) }))

type Services = BackendEnv['Variables']['services']

/** Files at `/api/storage/:projectId`. Without the service key there is one thing to do here: bring a photo. */
export const storageRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .post('/upload', async (c) => {
    const { caller, services } = c.var
    const { path } = await toItsEnd(c, receive(services, caller, c.req.raw))
    return c.json({ publicUrl: services.storage.urlOf(path, new URL(c.req.url).origin) })
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
      contentType: servedTypeOf(file),
      size: file.size,
    })
  })
  .delete('/remove', async (c) => {
    const { caller, services } = c.var
    const paths = parseInput(Remove, await readJson(c)).paths.filter((path) => path !== null)
    const standing = standingOf(caller)
    if (standing === 'raw' || (standing === 'edge' && !paths.every(isPhotoPath))) throw new AppError('FORBIDDEN')
    await services.storage.remove(paths)
    return c.json({ success: true })
  })

/** Lets work go on when the sender has hung up, so that it can clear up behind itself. */
async function toItsEnd<T>(c: Context, work: Promise<T>): Promise<T> {
  const end = work.then(
    () => undefined,
    () => undefined,
  )
  try {
    c.executionCtx.waitUntil(end)
  } catch {
    // Called within the isolate there is no context of our own: the edge's request waits for us.
  }
  return work
}

/** Reads an upload and gives it its place, or leaves nothing of it. */
async function receive(services: Services, caller: Caller, request: Request): Promise<StoredFile> {
  const { storage } = services
  const isService = standingOf(caller) === 'service'
  const spool = isService ? storage.spool() : storage.photoSpool()
  try {
    const upload = await readUpload(request, spool, isService ? UPLOAD_MAX_BYTES : PHOTO_MAX_BYTES)
    if (isService && !isPhotoPath(upload.path)) return await storage.place(upload.file, upload.path, upload)
    return await putPhoto(services, caller, upload)
  } finally {
    await spool.discard()
  }
}

/**
 * A visitor's photo. Straight from anybody it gets an address of our own making and ten minutes; through our edge,
 * which has already chosen one nobody can guess, or with the service key it keeps that and stays for as long as a
 * generation may take.
 */
async function putPhoto({ storage, budgets }: Services, caller: Caller, upload: Upload): Promise<StoredFile> {
  const { file, path, upsert } = upload
  if (!isPhotoPath(path)) throw new AppError('FORBIDDEN', 'Only a photo below player-photos/ may be uploaded here.')
  if (file.size > PHOTO_MAX_BYTES) throw tooLarge(file.size, PHOTO_MAX_BYTES)
  const isRaw = standingOf(caller) === 'raw'
  if (isRaw) await budgets.requireLeft('uploads', caller.visitor.address)
  const photo = await storage.cleaned(file)
  if (!isRaw) return storage.putPhoto(photo, { path, upsert, keptMs: PHOTO_KEPT_MS })
  await budgets.spend('uploads', caller.visitor.address)
  return storage.putPhoto(photo, { path: null, upsert: false, keptMs: RAW_PHOTO_KEPT_MS })
}
