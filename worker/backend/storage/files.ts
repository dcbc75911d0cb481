import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { describeCall, inHeader, inQuery } from '#worker/http/openapi/describe.ts'
import { toAppError } from '#worker/http/passing-failure.ts'
import type { BackendEnv } from '../app-env.ts'
import { ofThisProject } from '../project.ts'
import { CONDITIONS, judge, type Verdict } from './conditions.ts'
import { isPersonalPath } from './own-files.ts'
import { fileNameOf, pathOf } from './path.ts'
import { isPhotoPath, isPicture, servedTypeOf } from './schema.ts'

const bytes = (description: string) => ({ description, content: { '*/*': { schema: { type: 'string' as const } } } })

/** Serves stored files at `/storage/:project/…`. An address is the right to read it: photos have unguessable ones. */
export const storageFiles = new Hono<BackendEnv>().use(ofThisProject).get(
  '/:path{.+}',
  describeCall('A stored file, at its public address', {
    key: 'anyone',
    parameters: [inQuery('filename', 'What a browser saves it as.'), inHeader('Range', 'A part of it: `bytes=0-99`.')],
    answers: {
      200: bytes('The file'),
      206: bytes('A part of it'),
      304: { description: 'It is as it was' },
      412: { description: 'It is not as it was' },
      416: { description: 'It has no such part' },
    },
    errors: [404, 410],
  }),
  async (c) => {
    const path = c.req.param('path')
    const answer = await serveShown(c, path).catch((thrown: unknown) => toAppError(thrown))
    if (answer instanceof Response) return answer
    // Most files lie where they are asked for; a corrected one is also found by the name it was given.
    const corrected = answer.code === 'FILE_NOT_FOUND' ? await c.var.services.storage.pathGiven(path) : null
    if (corrected === null) throw answer
    return serveShown(c, corrected)
  },
)

/** @throws AppError `GONE`, `FILE_NOT_FOUND` for what this visitor must not see, too */
async function serveShown(c: Context<BackendEnv>, wanted: string): Promise<Response> {
  const { caller, services } = c.var
  const path = pathOf(wanted) ?? ''
  const asked = caller.role === 'service' ? 'shown' : services.standingOf(path, caller.visitor.id)
  // Both questions at once: most files are shown.
  const [standing, file] = await Promise.all([asked, serve(c, wanted).catch((thrown: unknown) => toAppError(thrown))])
  if (standing === 'removed' || standing === 'withheld') {
    if (file instanceof Response) await file.body?.cancel()
    throw new AppError(standing === 'removed' ? 'GONE' : 'FILE_NOT_FOUND')
  }
  if (!(file instanceof Response)) throw file
  if (standing === 'own') keepPrivate(file.headers)
  return file
}

/** No cache keeps a file that only its maker may see. */
function keepPrivate(headers: Headers): void {
  headers.set('cache-control', 'private, no-store')
  headers.delete('cdn-cache-control')
}

async function serve(c: Context<BackendEnv>, path: string): Promise<Response> {
  if (c.req.method === 'HEAD') return describe(c, await headOf(c, path))
  return CONDITIONS.some((name) => c.req.header(name) !== undefined) ? serveJudged(c, path) : serveWhole(c, path)
}

async function headOf(c: Context<BackendEnv>, path: string): Promise<R2Object> {
  const file = await c.var.services.storage.head(path)
  if (file === null) throw new AppError('FILE_NOT_FOUND')
  return file
}

const judged = (c: Context<BackendEnv>, { httpEtag, uploaded, size }: R2Object): Verdict =>
  judge(c.req.method, c.req.raw.headers, { etag: httpEtag, uploaded, size })

/** An answer without a body. */
function describe(c: Context<BackendEnv>, file: R2Object): Response {
  const { status } = judged(c, file)
  const headers = headersOf(c, file)
  if (status === 200) headers['content-length'] = String(file.size)
  if (status === 416) headers['content-range'] = `bytes */${file.size}`
  return new Response(null, { status, headers })
}

async function serveWhole(c: Context<BackendEnv>, path: string): Promise<Response> {
  const file = await c.var.services.storage.get(path)
  if (file === null || !('body' in file)) throw new AppError('FILE_NOT_FOUND')
  return new Response(file.body, { headers: { ...headersOf(c, file), 'content-length': String(file.size) } })
}

/** Reads the version that was judged: when the file is replaced in between, its successor is sent as a whole. */
async function serveJudged(c: Context<BackendEnv>, path: string): Promise<Response> {
  const known = await headOf(c, path)
  const verdict = judged(c, known)
  if (verdict.status === 200) return serveWhole(c, path)
  if (verdict.status !== 206) return describe(c, known)

  const { offset, length } = verdict
  const file = await c.var.services.storage.get(path, {
    onlyIf: { etagMatches: known.etag },
    range: { offset, length },
  })
  if (file === null || !('body' in file)) return serveWhole(c, path)
  return new Response(file.body, {
    status: 206,
    headers: {
      ...headersOf(c, file),
      'content-range': `bytes ${offset}-${offset + length - 1}/${file.size}`,
      'content-length': String(length),
    },
  })
}

function headersOf(c: Context<BackendEnv>, file: R2Object): Record<string, string> {
  const type = servedTypeOf(file)
  const picture = isPicture(type)
  const filename = c.req.query('filename') ?? (picture ? null : (file.key.split('/').at(-1) ?? 'file'))
  return {
    'content-type': type,
    etag: file.httpEtag,
    'last-modified': file.uploaded.toUTCString(),
    'accept-ranges': 'bytes',
    // Shared caches (CDN) keep it for a shorter time: after five minutes none serves a deleted card.
    ...(isPhotoPath(file.key) || isPersonalPath(file.key)
      ? { 'cache-control': isPhotoPath(file.key) ? 'private, no-store' : 'private, no-cache' }
      : { 'cache-control': 'public, max-age=3600', 'cdn-cache-control': 'public, max-age=300' }),
    'content-disposition': filename === null ? 'inline' : `attachment; filename*=UTF-8''${encodeFilename(filename)}`,
    // Whatever was stored, nothing in it runs on this origin.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(picture ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } : {}),
  }
}

const encodeFilename = (name: string) =>
  encodeURIComponent(fileNameOf(name)).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
