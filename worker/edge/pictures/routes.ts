import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { describeError, log } from '#worker/http/log.ts'
import { PODIUM_PAGES } from '#worker/render/formats/podium.ts'
import type { EdgeEnv } from '../app-env.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { cardNotFound, missingCard, readCardFacts } from '../cards/card-record.ts'
import { getCardVersion } from '../cards/card-version.ts'
import { siteOrigin } from '../origin.ts'
import { getPictureUrl, parsePictureRequest, type PictureRequest } from './address.ts'
import { getPictureType, type PictureType } from './pictures.ts'

/**
 * The pictures of a card for all who have its address. They set no cookie and ask for none: a shared cache may keep
 * them, and a draft has none, not even for its maker. Where one cannot be drawn, the site's own picture stands in: a
 * link preview without a picture is worse.
 */
export const pictures = new Hono<EdgeEnv>()
  .get('/og/podium/:file', (c) => answerPodium(c, c.req.param('file')))
  .get('/og/:file', (c) => answer(c, parsePictureRequest(c.req.param('file'), 'og')))
  .get('/picture/:file', (c) => answer(c, parsePictureRequest(c.req.param('file'), 'picture')))

/**
 * A public card's picture never changes under its address; deleted ones are gone from shared caches in five minutes.
 */
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', 'cdn-cache-control': 'public, max-age=300' }
const AN_HOUR = { 'cache-control': 'public, max-age=3600', 'cdn-cache-control': 'public, max-age=300' }
const FIVE_MINUTES = { 'cache-control': 'public, max-age=300' }
/** The stand-in for a picture must not outlive the failure. */
const NO_STORE = { 'cache-control': 'no-store' }

async function answer(c: Context<EdgeEnv>, request: PictureRequest | null): Promise<Response> {
  if (request === null) throw cardNotFound()
  const { config, backend } = c.var.services
  const origin = config.publicUrl ?? new URL(c.req.url).origin
  let facts: CardFacts
  try {
    const service = backend.service(origin)
    facts = (await readCardFacts(service, request.id)) ?? (await missingCard(service, request.id))
  } catch (thrown) {
    const { code, status } = toAppError(thrown)
    if (status < 500) throw code === 'GONE' ? thrown : cardNotFound()
    return redirectToSitePicture(request, thrown)
  }
  if (facts.visibility === 'draft') throw cardNotFound()
  const version = await getCardVersion(facts)
  // An older address leads to the picture of today.
  if (request.version !== version) return moved(getPictureUrl(request.id, version, request.format), FIVE_MINUTES)
  return serve(c, request, facts, origin)
}

/** The picture of links to the site's own pages while there is no podium, and of whatever cannot be drawn. */
const SITE_PICTURE = '/share.jpg'

/** @param file as in `hall.0123456789.jpg`; one that is outdated leads to the picture of now */
async function answerPodium(c: Context<EdgeEnv>, file: string): Promise<Response> {
  const page = PODIUM_PAGES.find((name) => file.startsWith(`${name}.`) && file.endsWith('.jpg'))
  if (page === undefined) throw new AppError('NOT_FOUND')
  try {
    const podium = await c.var.services.podium.now(page, siteOrigin(c))
    if (podium === null || podium.path !== c.req.path) return moved(podium?.path ?? SITE_PICTURE, FIVE_MINUTES)
    const drawing = podium.jpeg()
    c.executionCtx.waitUntil(drawing.catch(() => undefined))
    return picture(await drawing, 'image/jpeg', AN_HOUR)
  } catch (thrown) {
    log.error('podium not drawn', { page, cause: describeError(thrown) })
    return moved(SITE_PICTURE, NO_STORE)
  }
}

const moved = (location: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(null, { status: 302, headers: { location, ...headers } })

async function serve(
  c: Context<EdgeEnv>,
  request: PictureRequest,
  facts: CardFacts,
  origin: string,
): Promise<Response> {
  try {
    const drawing = c.var.services.pictures.get(facts, request.format, origin)
    // Others may be waiting for the same picture when the first client has hung up.
    c.executionCtx.waitUntil(drawing.catch(() => undefined))
    const isPublic = facts.visibility === 'public'
    return picture(await drawing, getPictureType(request.format), {
      ...(isPublic ? FOREVER : { ...AN_HOUR, 'x-robots-tag': 'noindex, noimageindex' }),
    })
  } catch (thrown) {
    return redirectToSitePicture(request, thrown)
  }
}

function redirectToSitePicture({ id, format }: PictureRequest, thrown: unknown): Response {
  log.error('picture not drawn', { card: id, format, cause: describeError(thrown) })
  return moved(SITE_PICTURE, NO_STORE)
}

const picture = (bytes: Uint8Array, type: PictureType, headers: Readonly<Record<string, string>>): Response =>
  new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': type,
      'content-length': String(bytes.byteLength),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
