import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/passing-failure.ts'
import { CastVote, VoteRefusal } from '#shared/contracts/cards.ts'
import { FAILURE, VOTE } from '#shared/domain/messages.ts'
import { WITHOUT_SCRIPTS_WORDS } from '#shared/domain/without-scripts-words.ts'
import { timeUntil } from '#shared/time.ts'
import { parseInput } from '#worker/http/body.ts'
import { readFields } from '#worker/http/fields.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { fromOwnPages } from '#worker/http/same-origin.ts'
import { newId } from '#worker/http/signature.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { submitVote } from '../cards/submit-vote.ts'
import { submitMessage } from '../contact.ts'
import { siteOrigin } from '../origin.ts'
import { answerPage } from './answer-page.ts'
import { sentPath, typedIn } from './contact-state.ts'
import { cardScreen, contactScreen, type Screen } from './screens.ts'

/** Stricter than what the API asks: a form is sent by a page, and that is one of ours. */
const ownPages = fromOwnPages((c) => new URL(siteOrigin(c)).origin)

/**
 * Handles the pages' own forms where no script runs, or not yet. They do the same as the API, under the same limits. A
 * success leads to a page (303), so that loading it again sends nothing; a refusal answers with the page and what was
 * typed.
 */
export const forms = new Hono<EdgeEnv>()
  .use('/card/:id/vote', ownPages)
  .use('/contact', ownPages)
  .post('/card/:id/vote', async (c) => {
    const id = c.req.param('id')
    try {
      const fields = await readFields(c.req.raw)
      const { votes } = parseInput(CastVote, { votes: Number(fields.get('votes') ?? Number.NaN) })
      await submitVote(c, id, votes, null)
    } catch (thrown) {
      const error = toAppError(thrown)
      // Has voted for it already: its page says until when that counts.
      if (error.code !== '23505')
        return refused(c, error, cardScreen(id, error.status), { said: refusalOf(error, c.var.services.clock()) })
    }
    return c.redirect(`/card/${encodeURIComponent(id)}`, 303)
  })
  .post('/contact', async (c) => {
    let typed = typedIn(new URLSearchParams(), newId())
    let reference: string | null
    try {
      typed = typedIn(await readFields(c.req.raw, BODY_BYTES.small), typed.key)
      const { key, name, email, website } = typed
      const message = { name, email, website, message: typed.message.trim() }
      reference = await submitMessage(c, message, key)
    } catch (thrown) {
      const error = toAppError(thrown)
      return refused(c, error, contactScreen(error.status), {
        key: typed.key,
        refused: { ...typed, fault: { message: error.message, fields: faultyIn(error) } },
      })
    }
    return c.redirect(sentPath(reference), 303)
  })

function refused(c: EdgeContext, error: AppError, screen: Screen, posted: object): Promise<Response> {
  if (error.retryAfterSeconds !== null) c.header('retry-after', String(error.retryAfterSeconds))
  return answerPage(c, screen, posted)
}

/** Why a vote does not count, as the card's page says it. @param now milliseconds since 1970 */
function refusalOf(error: AppError, now: number): string {
  const { success, data } = VoteRefusal.safeParse(error.details)
  const left = success ? timeUntil(Date.parse(data.nextVoteAt) - now) : ''
  const wait = !success ? '' : ` ${data.scope === 'voter' ? VOTE.again(left) : VOTE.againForCard(left)}`
  const why = error.code === '23514' ? ` ${WITHOUT_SCRIPTS_WORDS.tooLate}` : wait
  return FAILURE.vote + why
}

const Faults = z.array(z.object({ path: z.string() }))

/** The fields that an error is about. */
const faultyIn = ({ details }: AppError): string[] => (Faults.safeParse(details).data ?? []).map(({ path }) => path)
