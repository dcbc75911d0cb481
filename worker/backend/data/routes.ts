import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { parseInput } from '#worker/http/body.ts'
import { openForm, readForm, readText, receiveFile } from '#worker/http/form.ts'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'
import { MalformedForm, type Part } from '#worker/http/multipart.ts'
import { describeCall, formRequest, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { type Body, BODY_BYTES, UPLOAD_BODY_MS } from '#worker/http/read-body.ts'
import { Turns } from '#worker/limits/turns.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireProject } from '../project.ts'
import { Extracted, Fetched, ScrapedPage, SearchResults } from './responses.ts'
import { parseContentType } from './documents/content-type.ts'
import type { Document } from './documents/extract.ts'
import {
  ExtractFields,
  ExtractFromUrl,
  FetchRequest,
  ScrapeRequest,
  ScreenshotRequest,
  SearchRequest,
  toSearchKind,
} from './schema.ts'
import { DOCUMENT_MAX_BYTES } from './service.ts'

/** Runs a person's calls one after the other, because pages and documents take many times their size in memory. */
const calls = new Turns('data')

/** Size limit of a JSON response, which is held both as text and as bytes. */
const ANSWER_MAX_CHARACTERS = 1_000_000

/** @throws AppError `FILE_TOO_LARGE` */
function toJsonResponse(c: Context, value: object): Response {
  const text = JSON.stringify(value)
  if (text.length > ANSWER_MAX_CHARACTERS) throw new AppError('FILE_TOO_LARGE', 'The response would exceed 1 MB.')
  return c.body(text, 200, { 'content-type': 'application/json' })
}

const CALL = { key: ['user', 'service'], errors: [400, 403, 404, 408, 422, 429, 502, 503, 504] } as const

/**
 * Web data at `/api/data/:project`, for signed-in users and the service key. Requests to other hosts are never
 * anonymous.
 */
export const dataRoutes = new Hono<BackendEnv>()
  .use(requireProject)
  .use(async (c, next) => {
    await requireCaller(c)
    c.header('cache-control', 'no-store')
    const { role, userId } = c.var.caller
    // Service calls may run in parallel, because the operator controls them.
    return role === 'service' ? next() : calls.run(userId!, next)
  })
  .post(
    '/extract-from-url',
    describeCall('Extracts the text of a document at a URL', { ...CALL, responses: ok('Extracted', Extracted) }),
    jsonBody('ExtractFromUrl', ExtractFromUrl, BODY_BYTES.small),
    async (c) => {
      const { url, ...chunking } = c.req.valid('json')
      return toJsonResponse(c, await c.var.services.data.extractFromUrl(url, chunking, new URL(c.req.url).origin))
    },
  )
  .post(
    '/extract-from-blob',
    describeCall('Extracts the text of an uploaded document', {
      ...CALL,
      sends: formRequest('ExtractFields', ExtractFields, 'file'),
      responses: ok('Extracted', Extracted),
    }),
    async (c) => {
      const { caller, services } = c.var
      const body = openForm(c.req.raw, { totalMs: UPLOAD_BODY_MS, ...(caller.role === 'service' && { network: null }) })
      const { document, fields, release } = await readDocument(c.req.raw, body, DOCUMENT_MAX_BYTES)
      try {
        return toJsonResponse(c, await services.data.extract(document, parseInput(ExtractFields, fields)))
      } finally {
        release()
      }
    },
  )
  .post(
    '/scrape',
    describeCall('Returns a page as Markdown, HTML, links, metadata or an extract', {
      ...CALL,
      responses: ok('ScrapedPage', ScrapedPage),
    }),
    jsonBody('ScrapeRequest', ScrapeRequest, BODY_BYTES.small),
    async (c) => {
      const { url, formats } = c.req.valid('json')
      return toJsonResponse(c, await c.var.services.data.scrape(url, formats))
    },
  )
  .post(
    '/screenshot',
    describeCall('Takes a screenshot of a page, stored for 30 days', {
      ...CALL,
      responses: ok('Screenshot', z.object({ url: z.string() })),
    }),
    jsonBody('ScreenshotRequest', ScreenshotRequest, BODY_BYTES.small),
    async (c) => {
      const { data } = c.var.services
      data.camera.require()
      await payFor(c)
      return c.json({ url: await data.screenshot(c.req.valid('json'), new URL(c.req.url).origin) })
    },
  )
  .post(
    '/search',
    describeCall('Searches the web', { ...CALL, responses: ok('SearchResults', SearchResults) }),
    jsonBody('SearchRequest', SearchRequest, BODY_BYTES.small),
    async (c) => {
      const { data } = c.var.services
      const { tbm, ...search } = c.req.valid('json')
      data.search.require()
      await payFor(c)
      return toJsonResponse(c, await data.search.find({ ...search, kind: toSearchKind(tbm) }))
    },
  )
  .post(
    '/fetch',
    describeCall('Sends a request to another host', {
      about: 'With `async`, does not wait for its response.',
      ...CALL,
      responses: ok('Fetched', Fetched),
    }),
    jsonBody('FetchRequest', FetchRequest, BODY_BYTES.small),
    async (c) => {
      const { data } = c.var.services
      const request = c.req.valid('json')
      // Any user may call, but the owner pays for these keys.
      const mayUseSecrets = c.var.caller.role === 'service'
      if (!request.async) return toJsonResponse(c, await data.request(request, mayUseSecrets))
      await data.judge(request, mayUseSecrets)
      data.trigger(request, mayUseSecrets)
      return c.json({ status: 'triggered', message: 'The request was sent. Its response will not be read.' })
    },
  )

/** @throws AppError `FORBIDDEN` for anonymous callers, `RATE_LIMITED` for users over their limit */
async function requireCaller({ var: { caller, services } }: Context<BackendEnv>): Promise<void> {
  if (caller.role === 'service') return
  if (caller.userId === null) throw new AppError('FORBIDDEN', 'Sign in or use the service key.')
  // Checks the account as it is now. A token outlives a deleted account by minutes, and every visitor can create an
  // account.
  if (!(await services.auth.isConfirmed(caller.userId, caller.sessionId)))
    throw new AppError('EMAIL_NOT_VERIFIED', 'Sign in with a verified email address.')
  await services.budgets.spend('data', caller.userId)
}

/**
 * Charges the caller's budgets. The service key has no limit. @throws AppError `RATE_LIMITED` when a budget is used up
 */
async function payFor({ var: { caller, services } }: Context<BackendEnv>): Promise<void> {
  if (caller.role === 'service') return
  await services.budgets.payForData({ person: caller.userId!, network: caller.visitor.address })
}

const HINT = 'Send the document as multipart/form-data in a field named file.'
/** Some clients always send JSON. It is rejected with the hint. */
const isJson = (request: Request) => /^application\/json\b/i.test(request.headers.get('content-type') ?? '')

type SentDocument = {
  readonly document: Document
  readonly fields: Readonly<Record<string, string>>
  /** Frees the document's bytes. Call it after the document has been read. */
  release(): void
}

/**
 * Reads the document of a form, and the fields beside it. The caller releases its memory.
 *
 * @throws AppError `FILE_MISSING` without one, also for JSON; `FILE_TOO_LARGE` above `maxBytes`; `BODY_TOO_SLOW`,
 *   `OVERLOADED`
 */
async function readDocument(request: Request, body: Body, maxBytes: number): Promise<SentDocument> {
  if (isJson(request)) throw new AppError('FILE_MISSING', HINT)
  const fields: Record<string, string> = {}
  const expected = Number(request.headers.get('content-length')) || undefined
  const held = createGrowingBytes(maxBytes, { expected, room: body })
  let [type, name, files] = ['', '', 0]
  const take = async (part: Part): Promise<void> => {
    if (part.name !== 'file') fields[part.name] = await readText(part)
    else if (++files === 1) {
      ;[type, name] = [part.type, part.fileName]
      await receiveFile(part, { write: held.append, discard: held.free }, maxBytes)
    }
  }
  try {
    await readForm(request, body, take)
    if (files !== 1) throw new AppError('FILE_MISSING', HINT)
  } catch (thrown) {
    held.free()
    throw thrown instanceof MalformedForm ? new AppError('FILE_MISSING', HINT, { cause: thrown }) : thrown
  }
  const document = { ...parseContentType(type), bytes: held.view(), name: fields['filename'] ?? name }
  return { document, fields, release: held.free }
}
