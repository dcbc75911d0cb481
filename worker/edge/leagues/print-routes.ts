import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { League } from '#shared/contracts/league.ts'
import { isLeaguePrint, LEAGUE_PRINTS, type LeaguePrint } from '#shared/domain/league-prints.ts'
import { toAttachment } from '#worker/http/attachment.ts'
import { describeError, log } from '#worker/http/log.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { siteOrigin } from '../origin.ts'
import { requireLeague } from './actions.ts'
import { isLeaguePicture, signLeaguePicture, toLeagueId } from './keys.ts'
import type { PrintedSeason } from './prints.ts'
import { leagueNotFound } from './read.ts'

const PRIVATE = { 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex, noimageindex' }

const ACTIONS = {
  feed: 'readPoster',
  story: 'readPoster',
  'poster-a3': 'readPoster',
  'poster-18x24': 'readPoster',
  'cards-letter': 'printCards',
  'cards-a4': 'printCards',
} as const satisfies Record<LeaguePrint, string>

/** Serves the prints of a league and its past seasons as files. Works as links without JavaScript. */
export const leaguePrints = new Hono<EdgeEnv>()
  .get('/:code/:print', async (c) => {
    const { code, print } = c.req.param()
    if (!isLeaguePrint(print)) throw new AppError('NOT_FOUND')
    const { row } = await requireLeague(c, code, ACTIONS[print])
    return sendPrint(c, row, print)
  })
  .get('/:code/seasons/:season/:print', async (c) => {
    const { code, season, print } = c.req.param()
    if (!isLeaguePrint(print)) throw new AppError('NOT_FOUND')
    const { row, past } = await requireLeague(c, code, ACTIONS[print])
    const found = past.find((seat) => String(seat.season) === season)
    if (found === undefined) throw new AppError('NOT_FOUND')
    return sendPrint(c, row, print, { number: found.season, name: found.name })
  })

async function sendPrint(
  c: EdgeContext,
  { id, name, season }: { id: string; name: string; season: string },
  print: LeaguePrint,
  past: PrintedSeason | null = null,
): Promise<Response> {
  const bytes = await draw(c, { id, print, past }, c.var.origin, c.var.visitor.address)
  const { file, type } = LEAGUE_PRINTS[print]
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
    ...PRIVATE,
    'content-type': type,
    'content-length': String(bytes.byteLength),
    'content-disposition': toAttachment(`${name} ${past?.name ?? season} ${file}`.replaceAll(/[/\\:*?<>|]/g, '-')),
    'cache-control': 'private, no-store',
  })
}

type PrintRequest = { readonly id: string; readonly print: LeaguePrint; readonly past: PrintedSeason | null }

async function draw(c: EdgeContext, { id, print, past }: PrintRequest, origin: string, network: string | null) {
  const drawing = c.var.services.leaguePrints.get(id, print, origin, network, past)
  // Finishes the drawing even if the client disconnects, because others may be waiting for it.
  c.executionCtx.waitUntil(drawing.catch(() => undefined))
  const bytes = await drawing
  if (bytes === null) throw leagueNotFound()
  return bytes
}

/**
 * Returns the path of the preview picture for a league's link: `{id}.{version}.{signature}.jpg`. The signature makes it
 * unguessable, and the path does not reveal the code. The version changes the URL with the league, because chats cache
 * by URL.
 *
 * @returns null while the league has no cards
 */
export async function getLeaguePicturePath(
  c: EdgeContext,
  code: string,
  { version, seats }: Pick<League, 'version' | 'seats'>,
): Promise<string | null> {
  if (seats.every(({ card }) => card === null)) return null
  const id = await toLeagueId(code)
  return `/og/league/${id}.${version}.${await signLeaguePicture(c, id)}.jpg`
}

const PICTURE = /^([0-9a-f]{64})\.\d{1,15}\.([0-9a-f]{64})\.jpg$/

/** Serves the preview pictures of league links without cookies. URLs of earlier versions serve the current league. */
export const leaguePictures = new Hono<EdgeEnv>().get('/:file', async (c) => {
  const [, id, signature] = PICTURE.exec(c.req.param('file')) ?? []
  if (id === undefined || signature === undefined || !(await isLeaguePicture(c, id, signature))) throw leagueNotFound()
  try {
    const jpeg = await draw(c, { id, print: 'feed', past: null }, siteOrigin(c), null)
    return c.body(jpeg as Uint8Array<ArrayBuffer>, 200, {
      ...PRIVATE,
      'content-type': LEAGUE_PRINTS.feed.type,
      'content-length': String(jpeg.byteLength),
      'cache-control': 'private, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  } catch (thrown) {
    const { code, status } = toAppError(thrown)
    if (code === 'NOT_FOUND') throw thrown
    if (status >= 500) log.error('picture of a league not drawn', { cause: describeError(thrown) })
    // The site's generic picture is better than a preview without a picture.
    return c.body(null, 302, { ...PRIVATE, location: '/share.jpg', 'cache-control': 'no-store' })
  }
})
