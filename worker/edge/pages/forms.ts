import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { PrepareDraw } from '#shared/contracts/league-draws.ts'
import { CastVote, VoteRefusal } from '#shared/contracts/cards.ts'
import { FaceOffPick } from '#shared/contracts/face-off.ts'
import { leaguePath } from '#shared/domain/league.ts'
import { duelPath } from '#shared/domain/league-duel.ts'
import { VOTE } from '#shared/domain/card-words.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { WITHOUT_SCRIPTS_WORDS } from '#shared/domain/without-scripts-words.ts'
import { timeUntil } from '#shared/time.ts'
import { parseInput } from '#worker/http/body.ts'
import { readFields } from '#worker/http/fields.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { requireSameOrigin } from '#worker/http/same-origin.ts'
import { newId } from '#worker/http/signature.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { submitVote } from '../cards/submit-vote.ts'
import { submitMessage } from '../contact.ts'
import { countPick } from '../face-off/pick.ts'
import { createLeague, joinLeague, requireLeague } from '../leagues/actions.ts'
import { prepareDraw, startDraw } from '../leagues/draws.ts'
import { challenge } from '../leagues/duels.ts'
import { readSeatNumber } from '../leagues/read.ts'
import { readNumber } from '../leagues/route-parts.ts'
import { siteOrigin } from '../origin.ts'
import { respondWithPage } from './respond-with-page.ts'
import { getSentPath, readTypedValues } from './contact-state.ts'
import { cardScreen, contactScreen, faceOffScreen, leagueScreen, newLeagueScreen, type Screen } from './screens.ts'

/** Stricter than the API: only our own pages send forms. */
const ownPages = requireSameOrigin((c) => new URL(siteOrigin(c)).origin)

/**
 * Handles the pages' forms for visitors without scripts (progressive enhancement), by the API's rules and limits. A
 * success redirects with 303, so that a reload does not send the form again. An error renders the page with the typed
 * values.
 */
export const forms = new Hono<EdgeEnv>()
  .use('/card/:id/vote', ownPages)
  .use('/contact', ownPages)
  .use('/face-off', ownPages)
  .use('/league/*', ownPages)
  .post('/card/:id/vote', async (c) => {
    const id = c.req.param('id')
    try {
      const fields = await readFields(c.req.raw)
      const { votes } = parseInput(CastVote, { votes: Number(fields.get('votes') ?? Number.NaN) })
      await submitVote(c, id, votes, null)
    } catch (thrown) {
      const error = toAppError(thrown)
      // After an earlier vote, the card's page says when the next one is possible.
      if (error.code !== '23505')
        return showRefused(c, error, cardScreen(id, error.status), {
          reason: describeRefusal(error, c.var.services.clock()),
        })
    }
    return c.redirect(`/card/${encodeURIComponent(id)}`, 303)
  })
  .post('/league', async (c) => {
    let typed = { name: '', season: '', team: '' }
    let code: string
    try {
      const fields = await readFields(c.req.raw)
      const text = (name: string) => fields.get(name) ?? ''
      typed = { name: text('name'), season: text('season'), team: text('team') }
      code = (await createLeague(c, typed)).code
    } catch (thrown) {
      const error = toAppError(thrown)
      const fault = { message: error.message, fields: getInvalidFields(error) }
      return showRefused(c, error, newLeagueScreen(error.status), { refused: { ...typed, fault } })
    }
    return c.redirect(leaguePath(code), 303)
  })
  .post('/league/:code/join', async (c) => {
    const code = c.req.param('code')
    let teamName = ''
    try {
      teamName = (await readFields(c.req.raw)).get('teamName') ?? ''
      await joinLeague(c, await requireLeague(c, code, 'join'), teamName)
    } catch (thrown) {
      const error = toAppError(thrown)
      return showRefused(c, error, leagueScreen(code, error.status), { reason: error.message, teamName })
    }
    return c.redirect(leaguePath(code), 303)
  })
  .post('/league/:code/draws', (c) =>
    handleDraw(c, async (code, fields) => {
      const state = await requireLeague(c, code, 'prepareDraw')
      await prepareDraw(c, state, parseInput(PrepareDraw, { after: Number(fields.get('after') ?? Number.NaN) }).after)
    }),
  )
  .post('/league/:code/draws/:number/start', (c) =>
    handleDraw(c, async (code) => {
      const number = readNumber(c.req.param('number'))
      await startDraw(c, await requireLeague(c, code, 'startDraw'), number)
    }),
  )
  .post('/league/:code/seats/:number/duels', async (c) => {
    const code = c.req.param('code')
    try {
      const seat = readSeatNumber(c.req.param('number'))
      const { duel } = await challenge(c, await requireLeague(c, code, 'challenge', seat), seat)
      return c.redirect(duelPath(code, duel.number), 303)
    } catch (thrown) {
      const error = toAppError(thrown)
      return showRefused(c, error, leagueScreen(code, error.status), { drawReason: error.message })
    }
  })
  .post('/face-off', async (c) => {
    try {
      const fields = await readFields(c.req.raw)
      await countPick(c, parseInput(FaceOffPick, { token: fields.get('token'), winner: fields.get('winner') }))
    } catch (thrown) {
      const error = toAppError(thrown)
      return showRefused(c, error, faceOffScreen(error.status), { reason: error.message })
    }
    return c.redirect('/face-off', 303)
  })
  .post('/contact', async (c) => {
    let typed = readTypedValues(new URLSearchParams(), newId())
    let reference: string | null
    try {
      typed = readTypedValues(await readFields(c.req.raw, BODY_BYTES.small), typed.key)
      const { key, name, email, website } = typed
      const message = { name, email, website, message: typed.message.trim() }
      reference = await submitMessage(c, message, key)
    } catch (thrown) {
      const error = toAppError(thrown)
      return showRefused(c, error, contactScreen(error.status), {
        key: typed.key,
        refused: { ...typed, fault: { message: error.message, fields: getInvalidFields(error) } },
      })
    }
    return c.redirect(getSentPath(reference), 303)
  })

/** Runs an action on a draft lottery and redirects to the league. */
async function handleDraw(
  c: EdgeContext,
  act: (code: string, fields: URLSearchParams) => Promise<void>,
): Promise<Response> {
  const code = c.req.param('code')!
  try {
    await act(code, await readFields(c.req.raw))
  } catch (thrown) {
    const error = toAppError(thrown)
    return showRefused(c, error, leagueScreen(code, error.status), { drawReason: error.message })
  }
  return c.redirect(leaguePath(code), 303)
}

function showRefused(c: EdgeContext, error: AppError, screen: Screen, posted: object): Promise<Response> {
  if (error.retryAfterSeconds !== null) c.header('retry-after', String(error.retryAfterSeconds))
  return respondWithPage(c, screen, posted)
}

/** Returns the card page's message for a rejected vote. @param now milliseconds since 1970 */
function describeRefusal(error: AppError, now: number): string {
  const { success, data } = VoteRefusal.safeParse(error.details)
  const left = success ? timeUntil(Date.parse(data.nextVoteAt) - now) : ''
  const wait = !success ? '' : ` ${data.scope === 'voter' ? VOTE.again(left) : VOTE.againForCard(left)}`
  const why = error.code === '23514' ? ` ${WITHOUT_SCRIPTS_WORDS.tooLate}` : wait
  return FAILURE.vote + why
}

const Faults = z.array(z.object({ path: z.string() }))

const getInvalidFields = ({ details }: AppError): string[] =>
  (Faults.safeParse(details).data ?? []).map(({ path }) => path)
