import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { UPLOAD_MAX_BYTES } from '#shared/client/limits.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { drain, openForm, tooLarge } from '#worker/http/form.ts'
import { getIdempotencyKey } from '#worker/http/idempotency-key.ts'
import { describeCall, formRequest, idempotencyKey, inQuery, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody, query } from '#worker/http/openapi/validate.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { BODY_BYTES, type Body, LARGE_BODY_MS, UPLOAD_BODY_MS } from '#worker/http/read-body.ts'
import { sign } from '#worker/http/signature.ts'
import type { BackendEnv } from '../app-env.ts'
import type { Caller } from '../caller.ts'
import { requireProject } from '../project.ts'
import { getCallerRights } from '../caller-rights.ts'
import { getFolder, isOwnPath, isPersonalPath } from './own-files.ts'
import { parsePath, requirePath } from './path.ts'
import { getServedType, isPhotoPath, PHOTO_TTL_MS, RAW_PHOTO_TTL_MS } from './schema.ts'
import type { StoredFile } from './stored-file.ts'
import type { Spooled } from './spool.ts'
import { readUpload, type Upload } from './upload.ts'

const REMOVE_MAX_PATHS = 1000
const StoredPath = z
  .string()
  .transform(parsePath)
  .refine((path) => path !== null, 'is not a path')
const List = z.lazy(() =>
  z.object({
    prefix: z.string().min(1).max(512).optional(),
    cursor: z.string().min(1).max(2048).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
  }),
)
const Remove = z.lazy(() => z.object({ paths: z.array(StoredPath).min(1).max(REMOVE_MAX_PATHS) }))

/** The form's fields besides the file. `options` is JSON; `{"upsert": true}` replaces an existing file. */
const UploadFields = z.object({ path: z.string(), options: z.string().optional() })
/** `size` is in bytes. */
const Download = z.object({ downloadUrl: z.string(), filename: z.string(), contentType: z.string(), size: z.int() })
/** `uploadedAt` is in ISO 8601. `cursor` is the start of the next page, or null after the last one. */
const FileList = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      size: z.int(),
      contentType: z.string(),
      uploadedAt: z.string(),
      publicUrl: z.string(),
    }),
  ),
  cursor: z.string().nullable(),
})
const SIGNED_IN = ['user', 'service'] as const

type Services = BackendEnv['Variables']['services']

/**
 * Files at `/api/storage/:project`. Callers without the service key can upload a photo. Signed-in users can also store
 * files below `users/{id}/`.
 */
export const storageRoutes = new Hono<BackendEnv>()
  .use(requireProject)
  .use(async (c, next) => {
    c.header('cache-control', 'no-store')
    await next()
  })
  .post(
    '/upload',
    describeCall('Uploads a file', {
      about: 'Without a user or the service key, you can only upload a photo under `player-photos/`.',
      key: ['anyone', 'public', ...SIGNED_IN],
      parameters: [idempotencyKey('Idempotency key. A retry by the same sender is stored once.')],
      sends: formRequest('Upload', UploadFields, 'file'),
      responses: ok('Uploaded', z.object({ publicUrl: z.string() })),
      errors: [400, 401, 403, 404, 408, 409, 422, 429, 503],
    }),
    async (c) => {
      const { caller, services } = c.var
      const { path } = await runToEnd(c, receiveUpload(services, caller, c.req.raw))
      return c.json({ publicUrl: services.storage.getUrl(path, new URL(c.req.url).origin) })
    },
  )
  .get(
    '/download',
    describeCall('Returns a file’s download URL and metadata', {
      key: ['public', ...SIGNED_IN],
      parameters: [
        inQuery('path', 'The file’s path.', { required: true }),
        inQuery('filename', 'The file name for the download.'),
      ],
      responses: ok('Download', Download),
      errors: [400, 401, 404, 410],
    }),
    async (c) => {
      const { caller, services } = c.var
      if (!caller.hasKey && !caller.viaEdge) throw new AppError('UNAUTHORIZED')
      const name = requirePath(c.req.query('path'))
      const path = (await services.storage.findCorrectedPath(name)) ?? name
      const isWithheld = isPersonalPath(path) && caller.role !== 'service' && !isOwnPath(path, caller.userId)
      const visibility = caller.role === 'service' ? 'shown' : await services.getFileVisibility(path, caller.visitor.id)
      if (visibility === 'removed') throw new AppError('GONE')
      const isHidden = isWithheld || visibility === 'withheld'
      const file = isHidden ? null : await services.storage.head(path)
      if (file === null) throw new AppError('FILE_NOT_FOUND')
      const filename = c.req.query('filename') ?? path.split('/').at(-1)!
      const url = services.storage.getUrl(path, new URL(c.req.url).origin)
      return c.json({
        downloadUrl: `${url}?filename=${encodeURIComponent(filename)}`,
        filename,
        contentType: getServedType(file),
        size: file.size,
      })
    },
  )
  /** Returns one page of files by path. Signed-in users see only their own folder. */
  .get(
    '/list',
    describeCall('Lists files by path', {
      about: 'Users see only their own files.',
      key: SIGNED_IN,
      responses: ok('FileList', FileList),
      errors: [400, 401, 403, 404],
    }),
    query(List, {
      prefix: 'Prefix of the paths.',
      limit: 'Maximum number of files, up to 1000. Default: 100.',
      cursor: 'The cursor of the previous page.',
    }),
    async (c) => {
      const { caller, services } = c.var
      const { prefix, cursor, limit } = c.req.valid('query')
      const from = prefix ?? (caller.userId === null ? '' : getFolder(caller.userId))
      if (caller.role !== 'service' && !isOwnPath(from, caller.userId)) throw new AppError('FORBIDDEN')
      const page = await services.storage.page(from, { cursor, limit })
      const { origin } = new URL(c.req.url)
      return c.json({
        files: page.files.map((file) => ({
          path: file.key,
          size: file.size,
          contentType: getServedType(file),
          uploadedAt: file.uploaded.toISOString(),
          publicUrl: services.storage.getUrl(file.key, origin),
        })),
        cursor: page.cursor,
      })
    },
  )
  .delete(
    '/remove',
    describeCall('Deletes files', {
      key: SIGNED_IN,
      responses: ok('Done', z.object({ success: z.literal(true) })),
      errors: [401, 403, 404],
    }),
    jsonBody('RemoveFiles', Remove, async (c: Context<BackendEnv>, schema) => {
      const { caller } = c.var
      if (getCallerRights(caller) === 'raw' && caller.userId === null) throw new AppError('FORBIDDEN')
      return parseInput(schema, await readJson(c, BODY_BYTES.large))
    }),
    async (c) => {
      const { caller, services } = c.var
      const paths = c.req.valid('json').paths.filter((path) => path !== null)
      const rights = getCallerRights(caller)
      const isAllowed = (path: string) =>
        rights === 'service' || (rights === 'edge' && isPhotoPath(path)) || isOwnPath(path, caller.userId)
      if (!paths.every(isAllowed)) throw new AppError('FORBIDDEN')
      // The edge chooses its photos' paths, so they have no given names to resolve.
      if (rights === 'edge') await services.storage.remove(paths)
      else await services.ownFiles.remove(paths)
      return c.json({ success: true })
    },
  )

/** Keeps work running after the client disconnects, so that it can clean up. */
async function runToEnd<T>(c: Context, work: Promise<T>): Promise<T> {
  const end = work.then(
    () => undefined,
    () => undefined,
  )
  try {
    c.executionCtx.waitUntil(end)
  } catch {
    // An in-process call has no execution context. The edge's own request waits for this one.
  }
  return work
}

/** Reads an upload and stores it, or leaves nothing behind. */
async function receiveUpload(services: Services, caller: Caller, request: Request): Promise<StoredFile> {
  const { storage, ownFiles } = services
  const isService = getCallerRights(caller) === 'service'
  // The path is a form field that may come after the file, so the user's folder is checked only later.
  const person = getCallerRights(caller) === 'raw' ? caller.userId : null
  const isKnown = isService || person !== null
  const body = openForm(request, {
    totalMs: isKnown ? UPLOAD_BODY_MS : LARGE_BODY_MS,
    ...(isService && { network: null }),
  })
  await spendUpload(services, caller, body)
  const spool = isKnown ? storage.spool(body) : storage.photoSpool(body, getLength(request))
  try {
    const form = await readUpload(request, body, spool, isKnown ? UPLOAD_MAX_BYTES : PHOTO_MAX_BYTES)
    const upload = { ...form, key: await hashKey(services, caller, request, form.file) }
    if (isService && !isPhotoPath(upload.path)) return await storage.place(upload.file, upload, upload)
    if (person !== null && isOwnPath(upload.path, person))
      return await ownFiles.place({ ...upload, file: await storage.stripPicture(upload.file) }, person)
    return await putPhoto(services, caller, upload)
  } catch (thrown) {
    // Only a server error is refunded.
    if (toAppError(thrown).status >= 500) await refundUpload(services, caller)
    throw thrown
  } finally {
    await spool.discard()
  }
}

/**
 * Returns the budget that an upload is charged to, or null for our own calls. Failed uploads are charged too, because
 * reading and decoding cost CPU time.
 */
function getCharge(caller: Caller): ['files' | 'uploads', string] | null {
  if (getCallerRights(caller) !== 'raw') return null
  return caller.userId === null ? ['uploads', caller.visitor.address] : ['files', caller.userId]
}

/**
 * Charges an upload before reading it. A refused body is drained without being stored.
 *
 * @throws AppError `RATE_LIMITED`
 */
async function spendUpload({ budgets }: Services, caller: Caller, body: Body): Promise<void> {
  const charge = getCharge(caller)
  try {
    if (charge !== null) await budgets.spend(...charge)
  } catch (thrown) {
    await drain(body)
    throw thrown
  }
}

async function refundUpload({ budgets }: Services, caller: Caller): Promise<void> {
  const charge = getCharge(caller)
  if (charge !== null) await budgets.refund(...charge).catch(() => undefined)
}

/**
 * Returns the keyed hash of an upload's `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) and its sender,
 * or null without a key. Nobody else can produce or guess it. Senders without a cookie are known only by their network,
 * so their hash includes the file's content.
 */
async function hashKey(
  { config }: Services,
  caller: Caller,
  { headers }: Request,
  { at }: Spooled,
): Promise<string | null> {
  const key = getIdempotencyKey(headers)
  if (key === null) return null
  const sender = caller.role === 'service' ? 'service' : (caller.userId ?? caller.visitor.id)
  const isShared = sender === caller.visitor.id && caller.visitor.kind === 'address'
  const content = isShared && 'bytes' in at ? [await computeDigest(at.bytes)] : []
  return (await sign(config.tokenSecret, JSON.stringify(['upload', sender, key, ...content]))).slice(0, 32)
}

async function computeDigest(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the stated content length, or undefined. */
const getLength = ({ headers }: Request): number | undefined => Number(headers.get('content-length')) || undefined

/**
 * Stores a visitor's photo. A photo straight from a client gets a path of our choice and expires after ten minutes.
 * With the service key, or from our edge, which chooses an unguessable path, it keeps its path. It then stays as long
 * as a generation may take.
 */
async function putPhoto({ storage }: Services, caller: Caller, upload: Upload): Promise<StoredFile> {
  const { file, path, given, upsert, key } = upload
  if (!isPhotoPath(path))
    throw new AppError(
      'FORBIDDEN',
      'You can only upload a photo under player-photos/, or a file under users/ and your id.',
    )
  if (file.size > PHOTO_MAX_BYTES) throw tooLarge(file.size, PHOTO_MAX_BYTES)
  const isRaw = getCallerRights(caller) === 'raw'
  const photo = await storage.cleanSpooled(file)
  if (!isRaw)
    return storage.putPhoto(photo, {
      path: given ?? path,
      isNamed: getCallerRights(caller) === 'service',
      upsert,
      key,
      ttlMs: PHOTO_TTL_MS,
    })
  return storage.putPhoto(photo, { path: null, isNamed: false, upsert: false, key, ttlMs: RAW_PHOTO_TTL_MS })
}
