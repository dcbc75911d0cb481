import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { BackendEnv } from '../app-env.ts'
import { ofThisProject } from '../project.ts'
import { contentRangeOf, isSatisfiable, rangeOf } from './range.ts'
import { isPhotoPath, isPicture } from './schema.ts'

/** Serves stored files at `/storage/:projectId/…`. An address is the right to read it: photos have unguessable ones. */
export const storageFiles = new Hono<BackendEnv>().use(ofThisProject).get('/:path{.+}', (c) => {
  const path = c.req.param('path')
  return c.req.method === 'HEAD' ? describe(c, path) : serve(c, path)
})

async function describe(c: Context<BackendEnv>, path: string): Promise<Response> {
  const file = await c.var.services.storage.head(path)
  if (file === null) throw new AppError('FILE_NOT_FOUND')
  return new Response(null, { headers: { ...headersOf(c, file), 'content-length': String(file.size) } })
}

async function serve(c: Context<BackendEnv>, path: string): Promise<Response> {
  const known = etagsOf(c.req.header('if-none-match'))
  // R2 does not know If-Range; the whole file is a correct answer to it.
  const range = c.req.header('if-range') === undefined ? rangeOf(c.req.header('range') ?? null) : null
  const file = await c.var.services.storage
    .get(path, {
      ...(known === null ? {} : { onlyIf: new Headers({ 'if-none-match': known }) }),
      ...(range === null ? {} : { range }),
    })
    .catch((thrown: unknown) => refuseRange(c, path, range, thrown))
  if (file instanceof Response) return file
  if (file === null) throw new AppError('FILE_NOT_FOUND')

  const headers = headersOf(c, file)
  if (!('body' in file)) return new Response(null, { status: 304, headers })
  if (range === null) return new Response(file.body, { headers: { ...headers, 'content-length': String(file.size) } })
  const part = contentRangeOf(range, file.size)
  return new Response(file.body, {
    status: 206,
    headers: { ...headers, 'content-range': part.header, 'content-length': String(part.length) },
  })
}

/** R2 throws at a range that lies outside the file; everything else it throws is its own trouble. */
async function refuseRange(c: Context<BackendEnv>, path: string, range: R2Range | null, thrown: unknown) {
  const file = range === null ? undefined : await c.var.services.storage.head(path)
  if (file === null) return null
  if (file === undefined || range === null || isSatisfiable(range, file.size)) throw thrown
  return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
}

/** What of an `If-None-Match` R2 can read: it throws at anything that is no entity tag. */
function etagsOf(header = ''): string | null {
  if (header.trim() === '*') return '*'
  return header.match(/"[\x21\x23-\x7e]*"/g)?.join(', ') ?? null
}

function headersOf(c: Context<BackendEnv>, file: R2Object): Record<string, string> {
  const type = file.httpMetadata?.contentType ?? 'application/octet-stream'
  const picture = isPicture(type)
  const filename = c.req.query('filename') ?? (picture ? null : (file.key.split('/').at(-1) ?? 'file'))
  return {
    'content-type': type,
    etag: file.httpEtag,
    'accept-ranges': 'bytes',
    'cache-control': isPhotoPath(file.key) ? 'private, no-store' : 'public, max-age=3600',
    'content-disposition': filename === null ? 'inline' : `attachment; filename*=UTF-8''${encodeFilename(filename)}`,
    // Whatever somebody stored, nothing in it runs on this origin.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(picture ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } : {}),
  }
}

const encodeFilename = (name: string) =>
  encodeURIComponent(name.replaceAll(/[\p{Cc}/\\]/gu, '_')).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
