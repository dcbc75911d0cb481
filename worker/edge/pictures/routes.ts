import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { describeError, log } from '#worker/http/log.ts'
import { PODIUM_PAGES } from '#worker/render/formats/format.ts'
import type { EdgeEnv } from '../app-env.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { cardNotFound, throwMissingCard, readCardFacts } from '../cards/card-record.ts'
import { getCardVersion } from '../cards/card-version.ts'
import { siteOrigin } from '../origin.ts'
import { getPictureUrl, parsePictureRequest, type PictureRequest } from './address.ts'
import { getPictureType, type PictureType } from './pictures.ts'

/**
 * Serves the pictures of a card to everyone with the URL. No cookies are used, so shared caches may store them. Drafts
 * have no such pictures, not even for their maker. The site's own picture is the fallback if drawing fails, because a
 * link preview without a picture is worse.
 */
export const pictures = new Hono<EdgeEnv>()
  .get('/og/podium/:file', (c) => servePodium(c, c.req.param('file')))
  .get('/og/:file', (c) => servePicture(c, parsePictureRequest(c.req.param('file'), 'og')))
  .get('/picture/:file', (c) => servePicture(c, parsePictureRequest(c.req.param('file'), 'picture')))

/**
 * A public card's picture never changes under its URL. Shared caches drop deleted ones within five minutes.
 */
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', 'cdn-cache-control': 'public, max-age=300' }
const AN_HOUR = { 'cache-control': 'public, max-age=3600', 'cdn-cache-control': 'public, max-age=300' }
const FIVE_MINUTES = { 'cache-control': 'public, max-age=300' }
/** The fallback picture must not outlive the failure. */
const NO_STORE = { 'cache-control': 'no-store' }

async function servePicture(c: Context<EdgeEnv>, request: PictureRequest | null): Promise<Response> {
  if (request === null) throw cardNotFound()
  const { config, backend } = c.var.services
  const origin = config.publicUrl ?? new URL(c.req.url).origin
  let facts: CardFacts
  try {
    const service = backend.service(origin)
    facts = (await readCardFacts(service, request.id)) ?? (await throwMissingCard(service, request.id))
  } catch (thrown) {
    const { code, status } = toAppError(thrown)
    if (status < 500) throw code === 'GONE' ? thrown : cardNotFound()
    return redirectToSitePicture(request, thrown)
  }
  if (facts.visibility === 'draft') throw cardNotFound()
  const version = await getCardVersion(facts)
  // URLs of older versions redirect to the current picture.
  if (request.version !== version) return redirect(getPictureUrl(request.id, version, request.format), FIVE_MINUTES)
  return drawPicture(c, request, facts, origin)
}

/** The site's own picture: a fallback while there is no podium, and for pictures that cannot be drawn. */
const SITE_PICTURE = '/share.jpg'

/** @param file such as `hall.0123456789.jpg`; an outdated one redirects to the current picture */
async function servePodium(c: Context<EdgeEnv>, file: string): Promise<Response> {
  const page = PODIUM_PAGES.find((name) => file.startsWith(`${name}.`) && file.endsWith('.jpg'))
  if (page === undefined) throw new AppError('NOT_FOUND')
  try {
    const podium = await c.var.services.podium.now(page, siteOrigin(c))
    if (podium === null || podium.path !== c.req.path) return redirect(podium?.path ?? SITE_PICTURE, FIVE_MINUTES)
    const drawing = podium.jpeg()
    c.executionCtx.waitUntil(drawing.catch(() => undefined))
    return picture(await drawing, 'image/jpeg', AN_HOUR)
  } catch (thrown) {
    log.error('podium not drawn', { page, cause: describeError(thrown) })
    return redirect(SITE_PICTURE, NO_STORE)
  }
}

const redirect = (location: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(null, { status: 302, headers: { location, ...headers } })

async function drawPicture(
  c: Context<EdgeEnv>,
  request: PictureRequest,
  facts: CardFacts,
  origin: string,
): Promise<Response> {
  try {
    const drawing = c.var.services.pictures.get(facts, request.format, origin)
    // Finishes the drawing even if the client disconnects, because others may be waiting for it.
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
  return redirect(SITE_PICTURE, NO_STORE)
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
