import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { BackendEnv } from '../app-env.ts'
import { ofThisProject } from '../project.ts'
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
import { readDocument } from './upload.ts'

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
  // By the account as it is now: a token goes on for minutes after it is gone, and anybody makes an account.
  if (!(await services.auth.isConfirmed(caller.userId, caller.sessionId)))
    throw new AppError('EMAIL_NOT_VERIFIED', 'This is for people whose address is confirmed and who are signed in.')
  await services.budgets.spend('data', caller.userId)
}

/** Charges the caller's shares; the owner has no limit. @throws AppError `RATE_LIMITED` when there is none left */
async function payFor({ var: { caller, services } }: Context<BackendEnv>): Promise<void> {
  if (caller.role === 'service') return
  await services.budgets.payForData({ person: caller.userId!, network: caller.visitor.address })
}
