import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { NEUTRAL } from '#shared/design/pair.ts'
import { DUEL_SIDES, getScore } from '#shared/domain/league-duel.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { getTeam } from '#shared/domain/team.ts'
import { toAttachment } from '#worker/http/attachment.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { readCardFacts } from '../cards/card-record.ts'
import { requireLeague } from './actions.ts'
import { isDuelOver } from './duel-codec.ts'
import { requireDuel } from './duels.ts'
import { requireDrawing } from './prints.ts'
import { requireSeat } from './read.ts'
import { readNumber } from './route-parts.ts'

/** Serves `/download/league/{code}/duel/{number}`, a picture of a duel's result. Works as a link without JavaScript. */
export const duelPictures = new Hono<EdgeEnv>().get('/:code/duel/:number', async (c) => {
  const number = readNumber(c.req.param('number'))
  const state = await requireLeague(c, c.req.param('code'), 'readDuelPicture')
  const duel = requireDuel(state, number)
  if (!isDuelOver(duel, c.var.services.clock())) throw new AppError('CONFLICT', LEAGUE_FAILURE.duelRunning)
  await requireDrawing(c.var.services.buckets, state.row.id, c.var.visitor.address)
  const score = getScore(duel.rounds, duel.stats)
  const [challenger, opponent] = await Promise.all(
    DUEL_SIDES.map(async (side) => {
      const { seat, card } = duel[side]
      const { teamName, id } = requireSeat(state, seat)
      return { name: teamName, score: score[side], front: id === card ? await readFront(c, card) : null }
    }),
  )
  const { name, season, team } = state.row
  const league = { name, season, colors: getTeam(team) ?? NEUTRAL }
  const bytes = await c.var.services.drawDuel(league, [challenger!, opponent!])
  return c.body(bytes, 200, {
    'content-type': 'image/jpeg',
    'content-length': String(bytes.byteLength),
    'content-disposition': toAttachment(`${name} duel ${number}.jpg`.replaceAll(/[/\\:*?<>|]/g, '-')),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, noimageindex',
  })
})

/** @returns null for a card that was hidden or removed in the meantime */
async function readFront(c: EdgeContext, card: string): Promise<Uint8Array | null> {
  const { backend, pictures } = c.var.services
  const facts = await readCardFacts(backend.service(c.var.origin), card)
  return facts === null ? null : pictures.get(facts, 'thumb-512', c.var.origin)
}
