import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { isCopy } from '#worker/render/formats/copy.ts'
import { isFormat } from '#worker/render/formats/format.ts'
import type { EdgeEnv } from '../app-env.ts'
import { getPictureType } from './pictures.ts'
import { seenCard } from './seen-card.ts'

/**
 * Smaller copies of a card that has no public URL yet, for everybody who may see it: `/my-picture/{id}/{format}?{edition}`.
 * Responses are cached privately for an hour. If one fails, the client falls back to the full-size front.
 */
export const ownPictures = new Hono<EdgeEnv>().get('/:id/:format', async (c) => {
  const { id, format } = c.req.param()
  if (!isFormat(format) || !isCopy(format)) throw new AppError('NOT_FOUND')
  const seen = await seenCard(c, id)
  if (seen instanceof Response) return seen
  const picture = await c.var.services.pictures.get(seen, format, c.var.origin)
  return c.body(picture as Uint8Array<ArrayBuffer>, 200, {
    'content-type': getPictureType(format),
    'content-length': String(picture.byteLength),
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
})
