import { Hono } from 'hono'
import { createCardData } from '../card-data.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { cardHead, type Head, missingHead, STATIC_PAGES, staticHead } from './head.ts'
import { pageHeaders } from './page-headers.ts'
import { addressOf, versionOf } from '../pictures/address.ts'
import { readCardFacts } from '../pictures/card-facts.ts'
import { writeHead } from './write-head.ts'

/** The five pages, as HTML with their own head. */
export const pages = new Hono<EdgeEnv>().get('/card/:id', async (c) => {
  const head = await headOfCard(c, c.req.param('id'))
  return head === null ? missingPage(c) : page(c, head)
})
for (const path of STATIC_PAGES) pages.get(path, (c) => page(c, staticHead(path, c.var.origin)))

/** A file of the build, or for a browser the page that says there is nothing here. */
export async function fileOrMissing(c: EdgeContext): Promise<Response> {
  const file = await c.env.ASSETS.fetch(c.req.raw)
  if (file.status !== 404) return file
  const wantsPage = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html')
  return wantsPage ? missingPage(c) : c.notFound()
}

const missingPage = (c: EdgeContext) => page(c, missingHead(c.var.origin, c.req.path), 404)

async function page(c: EdgeContext, head: Head, status = 200): Promise<Response> {
  const built = await c.env.ASSETS.fetch(new Request(new URL('/index.html', c.req.url)))
  const written = await writeHead(built, head)
  const core = c.var.services.backend.coreUrl(c.var.origin)
  return c.body(written.body as ReadableStream, status as 200, pageHeaders(core === c.var.origin ? null : core))
}

async function headOfCard(c: EdgeContext, id: string): Promise<Head | null> {
  const { backend } = c.var.services
  const card = await createCardData(await backend.for(c.var.visitor, c.var.origin)).get(id)
  if (card === null) return null
  const facts = await readCardFacts(backend.service(c.var.origin), id)
  const isShown = facts !== null && facts.visibility !== 'draft'
  return cardHead(card, {
    origin: c.var.origin,
    listed: facts?.visibility === 'public',
    picture: isShown ? addressOf(id, await versionOf(facts), 'share') : null,
  })
}
