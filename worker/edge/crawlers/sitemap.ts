import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { Card } from '#shared/domain/card.ts'
import type { Row } from '#shared/client/rows.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import { ArtSource } from '#shared/domain/provenance-schema.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import { escapeXml } from '#worker/graphics/svg.ts'
import type { EdgeEnv } from '../app-env.ts'
import { sqlToRecord, toCard } from '../cards/card-codec.ts'
import { sitemapPart, sitemapPlaces } from '../cards/card-queries.ts'
import { siteOrigin } from '../origin.ts'
import { SEARCHED_PAGES } from '../pages/head.ts'
import { getPictureUrl } from '../pictures/address.ts'

/**
 * Far below the protocol's limit of 50,000, so that a part renders fast.
 * https://www.sitemaps.org/protocol.html
 */
const CARDS_PER_PART = 1000

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'
/** Characters that XML does not allow, not even escaped. */
const NOT_IN_XML = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** The sitemap: an index, the site's pages, and the cards in parts, each with its share picture. */
export const sitemap = new Hono<EdgeEnv>()
  .get('/sitemap.xml', async (c) => {
    const [last] = await query(c, sitemapPlaces())
    const parts = Math.ceil(Number(last?.['places'] ?? 0) / CARDS_PER_PART)
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
    const rows = await query(c, sitemapPart((part - 1) * CARDS_PER_PART + 1, part * CARDS_PER_PART))
    if (rows.length === 0) throw new AppError('NOT_FOUND')
    const core = c.var.services.backend.coreUrl(siteOrigin(c))
    return xml(urlset(await Promise.all(rows.map((row) => toEntry(row, siteOrigin(c), core)))))
  })

async function query(c: Context<EdgeEnv>, statement: SqlStatement) {
  const service: Client = c.var.services.backend.service(siteOrigin(c))
  const { results } = await service.db.batch([statement])
  return results[0]?.rows ?? []
}

async function toEntry(row: Row, origin: string, core: string): Promise<string> {
  const card: Card = await toCard(sqlToRecord(row, core))
  const picture = `${origin}${getPictureUrl(card.id, card.version, 'share')}`
  const caption = escapeXml(describeCard({ ...card, source: parseSource(row) }).replaceAll(NOT_IN_XML, ''))
  const image = `<image:loc>${picture}</image:loc><image:caption>${caption}</image:caption>`
  const where = `<loc>${origin}/card/${card.id}</loc><lastmod>${String(row['changedAt'])}</lastmod>`
  return `<url>${where}<image:image>${image}</image:image></url>`
}

const parseSource = (row: Row): ArtSource | null => ArtSource.safeParse(row['source']).data ?? null

const urlset = (entries: readonly string[]): string =>
  `<urlset xmlns="${SITEMAPS}" xmlns:image="${IMAGES}">${entries.join('')}</urlset>`

/** Cached for five minutes, the longest that a removed card may still be listed. */
const xml = (root: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${root}`, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
