import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { isCopy } from '#worker/render/formats/copy.ts'
import { isFormat } from '#worker/render/formats/format.ts'
import type { EdgeEnv } from '../app-env.ts'
import { getPictureType } from './pictures.ts'
import { readVisibleCard } from './seen-card.ts'

/**
 * Serves smaller copies of cards without a public URL to everyone who may see them:
 * `/my-picture/{id}/{format}?{edition}`. Browsers cache responses for an hour. If a request fails, the client falls back
 * to the full-size front.
 */
export const ownPictures = new Hono<EdgeEnv>().get('/:id/:format', async (c) => {
  const { id, format } = c.req.param()
  if (!isFormat(format) || !isCopy(format)) throw new AppError('NOT_FOUND')
  const card = await readVisibleCard(c, id)
  if (card instanceof Response) return card
  const picture = await c.var.services.pictures.get(card, format, c.var.origin)
  return c.body(picture as Uint8Array<ArrayBuffer>, 200, {
    'content-type': getPictureType(format),
    'content-length': String(picture.byteLength),
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
})
