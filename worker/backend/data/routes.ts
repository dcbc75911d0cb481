import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { bodyMemory } from '#worker/http/body-memory.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { readForm, receiveFile, textOf } from '#worker/http/form.ts'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'
import { MalformedForm, type Part } from '#worker/http/multipart.ts'
import { FILE_PACE } from '#worker/http/paced-body.ts'
import type { BackendEnv } from '../app-env.ts'
import { ofThisProject } from '../project.ts'
import { contentTypeOf } from './documents/decode-text.ts'
import type { Document } from './documents/extract.ts'
import {
  ExtractFields,
  ExtractFromUrl,
  FetchRequest,
  kindOf,
  ScrapeRequest,
  ScreenshotRequest,
  SearchRequest,
} from './schema.ts'
import { DOCUMENT_MAX_BYTES } from './service.ts'

/** Web data at `/api/data/:projectId`. For signed-in users and the service key: requests to other hosts are never anonymous. */
export const dataRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .use(async (c, next) => {
    await requireCaller(c)
    c.header('cache-control', 'no-store')
    await next()
  })
  .post('/extract-from-url', async (c) => {
    const { url, ...chunking } = parseInput(ExtractFromUrl, await readJson(c))
    return c.json(await c.var.services.data.extractFromUrl(url, chunking, new URL(c.req.url).origin))
  })
  .post('/extract-from-blob', async (c) => {
    const { caller, services } = c.var
    const network = caller.role === 'service' ? null : caller.visitor.address
    const { document, fields, letGo } = await readDocument(c.req.raw, DOCUMENT_MAX_BYTES, network)
    try {
      return c.json(await services.data.extract(document, parseInput(ExtractFields, fields)))
    } finally {
      letGo()
    }
  })
  .post('/scrape', async (c) => {
    const { url, formats } = parseInput(ScrapeRequest, await readJson(c))
    return c.json(await c.var.services.data.scrape(url, formats))
  })
  .post('/screenshot', async (c) => {
    const { data } = c.var.services
    const request = parseInput(ScreenshotRequest, await readJson(c))
    data.camera.require()
    await payFor(c)
    return c.json({ url: await data.screenshot(request, new URL(c.req.url).origin) })
  })
  .post('/search', async (c) => {
    const { data } = c.var.services
    const { tbm, ...search } = parseInput(SearchRequest, await readJson(c))
    data.search.require()
    await payFor(c)
    return c.json(await data.search.find({ ...search, kind: kindOf(tbm) }))
  })
  .post('/fetch', async (c) => {
    const { data } = c.var.services
    const request = parseInput(FetchRequest, await readJson(c))
    // Any user may call, and these keys are paid for by the owner.
    const mayUseSecrets = c.var.caller.role === 'service'
    if (!request.async) return c.json(await data.request(request, mayUseSecrets))
    await data.judge(request, mayUseSecrets)
    data.trigger(request, mayUseSecrets)
    return c.json({ status: 'triggered', message: 'The request is on its way; nobody waits for its answer.' })
  })

/** @throws AppError `FORBIDDEN` for anonymous callers, `RATE_LIMITED` for users over their limit */
async function requireCaller({ var: { caller, services } }: Context<BackendEnv>): Promise<void> {
  if (caller.role === 'service') return
  if (caller.userId === null) throw new AppError('FORBIDDEN', 'This is for signed-in people and the service.')
  // By the account as it is now: a token is good for minutes after it is deleted, and every visitor can make an account.
  if (!(await services.auth.isConfirmed(caller.userId, caller.sessionId)))
    throw new AppError('EMAIL_NOT_VERIFIED', 'This is for people whose address is confirmed and who are signed in.')
  await services.budgets.spend('data', caller.userId)
}

/** Charges the caller's shares; the owner has no limit. @throws AppError `RATE_LIMITED` when there is none left */
async function payFor({ var: { caller, services } }: Context<BackendEnv>): Promise<void> {
  if (caller.role === 'service') return
  await services.budgets.payForData({ person: caller.userId!, network: caller.visitor.address })
}

const HINT = 'Send the document as multipart/form-data in a field named file.'
/** Some clients cannot help sending JSON; then there is no document in it. */
const isJson = (request: Request) => /^application\/json\b/i.test(request.headers.get('content-type') ?? '')

type SentDocument = {
  readonly document: Document
  readonly fields: Readonly<Record<string, string>>
  /** To be called when the document has been read: its bytes are gone from then on. */
  letGo(): void
}

/**
 * The document of a form, and the fields beside it. The caller releases its memory.
 *
 * @param network that its memory is counted against; null: the service's own
 * @throws AppError `FILE_MISSING` without one, also for JSON; `FILE_TOO_LARGE` above `maxBytes`; `BODY_TOO_SLOW`,
 *   `OVERLOADED`
 */
async function readDocument(request: Request, maxBytes: number, network: string | null): Promise<SentDocument> {
  if (isJson(request)) throw new AppError('FILE_MISSING', HINT)
  const fields: Record<string, string> = {}
  const expected = Number(request.headers.get('content-length')) || undefined
  const held = createGrowingBytes(maxBytes, { expected, lease: bodyMemory.leaseOf(network) })
  let [type, name, files] = ['', '', 0]
  const take = async (part: Part): Promise<void> => {
    if (part.name !== 'file') fields[part.name] = await textOf(part)
    else if (++files === 1) {
      ;[type, name] = [part.type, part.fileName]
      await receiveFile(part, { write: held.append, discard: held.free }, maxBytes)
    }
  }
  try {
    await readForm(request, take, FILE_PACE)
    if (files !== 1) throw new AppError('FILE_MISSING', HINT)
  } catch (thrown) {
    held.free()
    throw thrown instanceof MalformedForm ? new AppError('FILE_MISSING', HINT, { cause: thrown }) : thrown
  }
  const document = { ...contentTypeOf(type), bytes: held.view(), name: fields['filename'] ?? name }
  return { document, fields, letGo: held.free }
}
