import { type Context, Hono } from 'hono'
import { AppError, toAppError } from '#shared/client/errors.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { describeError, log } from '#worker/http/log.ts'
import { plainPicture } from '#worker/render/formats/plain/plain-picture.ts'
import type { EdgeEnv } from '../app-env.ts'
import { addressOf, type Asked, readAsked, versionOf } from './address.ts'
import { type CardFacts, readCardFacts } from './card-facts.ts'

/**
 * The pictures of a card for whoever has its address. They set no cookie and ask for none: a shared cache may keep
 * them, and a draft has none, not even for its maker. Nothing that fails here is an error to the caller, because a
 * link preview without a picture is worse than one with a plain one.
 */
export const pictures = new Hono<EdgeEnv>()
  .get('/og/:file', (c) => answer(c, readAsked(c.req.param('file'), 'og')))
  .get('/picture/:file', (c) => answer(c, readAsked(c.req.param('file'), 'picture')))

const notFound = () => new AppError('NOT_FOUND', LABELS.cardNotFound)

/** A public card's picture never changes under its address; deleted ones are gone from shared caches in five minutes. */
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', 'cdn-cache-control': 'public, max-age=300' }
const AN_HOUR = { 'cache-control': 'public, max-age=3600', 'cdn-cache-control': 'public, max-age=300' }
const FIVE_MINUTES = { 'cache-control': 'public, max-age=300' }
/** What stands in for a picture must not outlive what went wrong. */
const NOT_KEPT = { 'cache-control': 'no-store' }

async function answer(c: Context<EdgeEnv>, asked: Asked | null): Promise<Response> {
  if (asked === null) throw notFound()
  const { config, backend } = c.var.services
  const origin = config.publicUrl ?? new URL(c.req.url).origin
  let facts: CardFacts | null
  try {
    facts = await readCardFacts(backend.service(origin), asked.id)
  } catch (thrown) {
    if (toAppError(thrown).status < 500) throw notFound()
    return plain(asked, null, thrown)
  }
  if (facts === null || facts.visibility === 'draft') throw notFound()
  const version = await versionOf(facts)
  // An older address leads to the picture of today.
  if (asked.version !== version)
    return new Response(null, {
      status: 302,
      headers: { location: addressOf(asked.id, version, asked.format), ...FIVE_MINUTES },
    })
  return serve(c, asked, facts, origin)
}

async function serve(c: Context<EdgeEnv>, asked: Asked, facts: CardFacts, origin: string): Promise<Response> {
  try {
    const drawing = c.var.services.pictures.get(facts, asked.format, origin)
    // Others may be waiting for the same picture when the first who asked for it has hung up.
    c.executionCtx.waitUntil(drawing.catch(() => undefined))
    const isPublic = facts.visibility === 'public'
    return picture(await drawing, {
      ...(isPublic ? FOREVER : { ...AN_HOUR, 'x-robots-tag': 'noindex, noimageindex' }),
    })
  } catch (thrown) {
    return plain(asked, facts, thrown)
  }
}

function plain({ id, format }: Asked, facts: CardFacts | null, thrown: unknown): Response {
  log.error('picture not drawn', { card: facts === null ? null : id, format, cause: describeError(thrown) })
  return picture(plainPicture(format, facts), NOT_KEPT)
}

const picture = (jpeg: Uint8Array, headers: Readonly<Record<string, string>>): Response =>
  new Response(jpeg as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(jpeg.byteLength),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
