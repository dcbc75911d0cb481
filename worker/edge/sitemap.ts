import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { Card } from '#shared/domain/card.ts'
import type { Row } from '#shared/client/rows.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import { escapeXml } from '#worker/artist/svg.ts'
import type { EdgeEnv } from './app-env.ts'
import { CARDS } from './card-data.ts'
import { readCardRow } from './card-row.ts'
import { LEDGER } from './editions.ts'
import { rowOf } from './lists.ts'
import { siteOrigin } from './origin.ts'
import { SEARCHED_PAGES } from './pages/head.ts'
import { addressOf } from './pictures/address.ts'

/** Far below what the protocol allows (50,000), so that a part is made in a moment. https://www.sitemaps.org/protocol.html */
const CARDS_PER_PART = 1000

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'
/** Characters XML has no place for, escaped or not. */
const NOT_IN_XML = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** What may be found by searching: see `robotsOf` of a card's page. */
const FOUND = `from ${CARDS} where visibility = 'public' and votes > 0`
const COUNT = `select count(*) as cards ${FOUND}`
/** When its page was last another: when it came into the Hall or, later, when the picture it has was drawn. */
const CHANGED = `max(created_at, coalesce((select strftime('%Y-%m-%dT%H:%M:%fZ', g.created_at / 1000.0, 'unixepoch')
  from ${LEDGER} g where g.image_url = ${CARDS}.image_url), created_at)) as changed_at`
/** The oldest first: a part stays as it is while others are added. */
const PART = `select id, player_name, jersey_number, team_colors, image_url, stats, created_at, votes, ${CHANGED} ${FOUND}
  order by created_at, id limit ? offset ?`

/** What crawlers may find: an index, the pages of the site, and the cards in parts, each with its share picture. */
export const sitemap = new Hono<EdgeEnv>()
  .get('/sitemap.xml', async (c) => {
    const [part] = await ask(c, COUNT, [])
    const parts = Math.ceil(Number(part?.['cards'] ?? 0) / CARDS_PER_PART)
    const names = ['pages', ...Array.from({ length: parts }, (_, i) => `cards-${i + 1}`)]
    const origin = siteOrigin(c)
    const entries = names.map((name) => `<sitemap><loc>${origin}/sitemap-${name}.xml</loc></sitemap>`)
    return xml(`<sitemapindex xmlns="${SITEMAPS}">${entries.join('')}</sitemapindex>`)
  })
  .get('/sitemap-pages.xml', (c) =>
    xml(urlset(SEARCHED_PAGES.map((page) => `<url><loc>${siteOrigin(c)}${page}</loc></url>`))),
  )
  .get('/:file{sitemap-cards-[1-9][0-9]{0,4}\\.xml}', async (c) => {
    const part = Number(/\d+/.exec(c.req.param('file'))![0])
    const rows = await ask(c, PART, [CARDS_PER_PART, (part - 1) * CARDS_PER_PART])
    if (rows.length === 0) throw new AppError('NOT_FOUND')
    return xml(urlset(await Promise.all(rows.map((row) => entryOf(row, siteOrigin(c))))))
  })

async function ask(c: Context<EdgeEnv>, sql: string, args: number[]) {
  const service: Client = c.var.services.backend.service(siteOrigin(c))
  const { results } = await service.db.batch([{ sql, args }])
  return results[0]?.rows ?? []
}

async function entryOf(row: Row, origin: string): Promise<string> {
  const card: Card = await readCardRow(rowOf(row))
  const picture = `${origin}${addressOf(card.id, card.version, 'share')}`
  const caption = escapeXml(describeCard(card).replaceAll(NOT_IN_XML, ''))
  const image = `<image:loc>${picture}</image:loc><image:caption>${caption}</image:caption>`
  const where = `<loc>${origin}/card/${card.id}</loc><lastmod>${String(row['changedAt'])}</lastmod>`
  return `<url>${where}<image:image>${image}</image:image></url>`
}

const urlset = (entries: readonly string[]): string =>
  `<urlset xmlns="${SITEMAPS}" xmlns:image="${IMAGES}">${entries.join('')}</urlset>`

/** A card that was removed is gone from here in five minutes, as from everywhere. */
const xml = (root: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${root}`, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
