import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { describeCall, inHeader, inQuery } from '#worker/http/openapi/describe.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireProject } from '../project.ts'
import { CONDITIONS, type ConditionResult, evaluateConditions } from './conditions.ts'
import { isPersonalPath } from './own-files.ts'
import { parsePath, toFileName } from './path.ts'
import { getServedType, isPhotoPath, isPicture } from './schema.ts'

const bytes = (description: string) => ({ description, content: { '*/*': { schema: { type: 'string' as const } } } })

/** Serves stored files at `/storage/:project/…`. The URL alone grants access, so photos have unguessable URLs. */
export const storageFiles = new Hono<BackendEnv>().use(requireProject).get(
  '/:path{.+}',
  describeCall('Returns a stored file', {
    key: 'anyone',
    parameters: [
      inQuery('filename', 'The file name for a download.'),
      inHeader('Range', 'A byte range, such as `bytes=0-99`.'),
    ],
    responses: {
      200: bytes('The file'),
      206: bytes('The requested range'),
      304: { description: 'Not modified' },
      412: { description: 'Precondition failed' },
      416: { description: 'Range not satisfiable' },
    },
    errors: [404, 410],
  }),
  async (c) => {
    const path = c.req.param('path')
    const result = await serveVisible(c, path).catch((thrown: unknown) => toAppError(thrown))
    if (result instanceof Response) return result
    // Most files are at the requested path. A file with a corrected extension is also found by its given name.
    const corrected = result.code === 'FILE_NOT_FOUND' ? await c.var.services.storage.findCorrectedPath(path) : null
    if (corrected === null) throw result
    return serveVisible(c, corrected)
  },
)

/** Serves a file this visitor may see. @throws AppError `GONE`; `FILE_NOT_FOUND`, also for a withheld file */
async function serveVisible(c: Context<BackendEnv>, wanted: string): Promise<Response> {
  const { caller, services } = c.var
  const path = parsePath(wanted) ?? ''
  const pending = caller.role === 'service' ? 'shown' : services.getFileVisibility(path, caller.visitor.id)
  // Checks visibility and reads the file in parallel, because most files are visible.
  const [visibility, file] = await Promise.all([
    pending,
    serve(c, wanted).catch((thrown: unknown) => toAppError(thrown)),
  ])
  if (visibility === 'removed' || visibility === 'withheld') {
    if (file instanceof Response) await file.body?.cancel()
    throw new AppError(visibility === 'removed' ? 'GONE' : 'FILE_NOT_FOUND')
  }
  if (!(file instanceof Response)) throw file
  if (visibility === 'own') keepPrivate(file.headers)
  return file
}

/** Prevents caching of a file that only its maker may see. */
function keepPrivate(headers: Headers): void {
  headers.set('cache-control', 'private, no-store')
  headers.delete('cdn-cache-control')
}

async function serve(c: Context<BackendEnv>, path: string): Promise<Response> {
  if (c.req.method === 'HEAD') return respondWithoutBody(c, await requireHead(c, path))
  return CONDITIONS.some((name) => c.req.header(name) !== undefined) ? serveConditional(c, path) : serveWhole(c, path)
}

async function requireHead(c: Context<BackendEnv>, path: string): Promise<R2Object> {
  const file = await c.var.services.storage.head(path)
  if (file === null) throw new AppError('FILE_NOT_FOUND')
  return file
}

const evaluate = (c: Context<BackendEnv>, { httpEtag, uploaded, size }: R2Object): ConditionResult =>
  evaluateConditions(c.req.method, c.req.raw.headers, { etag: httpEtag, uploaded, size })

/** Returns a response without a body. */
function respondWithoutBody(c: Context<BackendEnv>, file: R2Object): Response {
  const { status } = evaluate(c, file)
  const headers = getHeaders(c, file)
  if (status === 200) headers['content-length'] = String(file.size)
  if (status === 416) headers['content-range'] = `bytes */${file.size}`
  return new Response(null, { status, headers })
}

async function serveWhole(c: Context<BackendEnv>, path: string): Promise<Response> {
  const file = await c.var.services.storage.get(path)
  if (file === null || !('body' in file)) throw new AppError('FILE_NOT_FOUND')
  return new Response(file.body, { headers: { ...getHeaders(c, file), 'content-length': String(file.size) } })
}

/** Serves a conditional or partial request. If the file is replaced meanwhile, the whole new file is sent. */
async function serveConditional(c: Context<BackendEnv>, path: string): Promise<Response> {
  const known = await requireHead(c, path)
  const result = evaluate(c, known)
  if (result.status === 200) return serveWhole(c, path)
  if (result.status !== 206) return respondWithoutBody(c, known)

  const { offset, length } = result
  const file = await c.var.services.storage.get(path, {
    onlyIf: { etagMatches: known.etag },
    range: { offset, length },
  })
  if (file === null || !('body' in file)) return serveWhole(c, path)
  return new Response(file.body, {
    status: 206,
    headers: {
      ...getHeaders(c, file),
      'content-range': `bytes ${offset}-${offset + length - 1}/${file.size}`,
      'content-length': String(length),
    },
  })
}

function getHeaders(c: Context<BackendEnv>, file: R2Object): Record<string, string> {
  const type = getServedType(file)
  const picture = isPicture(type)
  const filename = c.req.query('filename') ?? (picture ? null : (file.key.split('/').at(-1) ?? 'file'))
  return {
    'content-type': type,
    etag: file.httpEtag,
    'last-modified': file.uploaded.toUTCString(),
    'accept-ranges': 'bytes',
    // The CDN caches files for only five minutes, so that it stops serving deleted cards soon.
    ...(isPhotoPath(file.key) || isPersonalPath(file.key)
      ? { 'cache-control': isPhotoPath(file.key) ? 'private, no-store' : 'private, no-cache' }
      : { 'cache-control': 'public, max-age=3600', 'cdn-cache-control': 'public, max-age=300' }),
    'content-disposition': filename === null ? 'inline' : `attachment; filename*=UTF-8''${encodeFilename(filename)}`,
    // No stored content may run code on this origin.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(picture ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } : {}),
  }
}

const encodeFilename = (name: string) =>
  encodeURIComponent(toFileName(name)).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
