import { cardName } from '#shared/domain/card.ts'
import { Hono } from 'hono'
import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { CardPage } from '#shared/contracts/cards.ts'
import { parseInput } from '#worker/http/body.ts'
import { type Format, FORMATS } from '#worker/render/formats/format.ts'
import type { EdgeEnv } from '../app-env.ts'
import { fetchApi } from '../pages/fetch-api.ts'
import { isShared } from '../pages/card-head.ts'
import { SITE_NAME } from '../pages/head.ts'
import { getPictureUrl } from '../pictures/address.ts'

const side = () => z.coerce.number().int().positive().default(Number.POSITIVE_INFINITY)
const OEmbedQuery = z.lazy(() =>
  z.object({ url: z.url(), format: z.string().default('json'), maxwidth: side(), maxheight: side() }),
)

/** Ordered from large to small. */
const PHOTOS: readonly Format[] = ['share', 'thumb-512', 'thumb-256']
const THUMBNAIL: Format = 'thumb-256'
const CARD_PATH = /^\/card\/([^/]+)$/

/** oEmbed 1.0 provider (https://oembed.com): cards as photos. */
export const oembed = new Hono<EdgeEnv>().get('/oembed', async (c) => {
  const { url, format, maxwidth, maxheight } = parseInput(OEmbedQuery, c.req.query())
  if (format !== 'json') throw new AppError('NOT_IMPLEMENTED')
  const { origin } = c.var
  const address = new URL(url)
  const id = CARD_PATH.exec(address.pathname)?.[1]
  if (address.origin !== origin || id === undefined) throw new AppError('NOT_FOUND')
  const response = await fetchApi(c, `/api/cards/${id}`)
  if (!response.ok) return response
  // Other routes under /api/cards/ return something else.
  const { data: card } = CardPage.safeParse(await response.json())
  // A private card is never embedded, not even for its maker.
  if (card === undefined || !isShared(card)) throw new AppError('NOT_FOUND')

  const photo = PHOTOS.find((name) => FORMATS[name].width <= maxwidth && FORMATS[name].height <= maxheight)
  const picture = photo ?? THUMBNAIL
  const scale = Math.min(1, maxwidth / FORMATS[picture].width, maxheight / FORMATS[picture].height)
  return c.json(
    {
      type: 'photo',
      version: '1.0',
      title: cardName(card),
      provider_name: SITE_NAME,
      provider_url: `${origin}/`,
      cache_age: 300,
      url: `${origin}${getPictureUrl(card.id, card.version, picture)}`,
      width: Math.floor(FORMATS[picture].width * scale),
      height: Math.floor(FORMATS[picture].height * scale),
      thumbnail_url: `${origin}${getPictureUrl(card.id, card.version, THUMBNAIL)}`,
      thumbnail_width: FORMATS[THUMBNAIL].width,
      thumbnail_height: FORMATS[THUMBNAIL].height,
    },
    200,
    { 'cache-control': 'private, no-cache', 'access-control-allow-origin': '*', 'x-robots-tag': 'noindex' },
  )
})
