import { CodedError } from '#shared/client/coded-error.ts'
import { randomId } from '#shared/client/random-id.ts'
import type { Generation, GenerationForm, MadeCard } from '#shared/contracts/generations.ts'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { isMissing, isUnreachable } from '#web/lib/failure.ts'
import type { Row, RowStatus } from './batch-rows.ts'

const POLL_MS = 1000
/** Delay before a poll is retried after a network failure. */
const RETRY_MS = 4000

/** The API calls of a row. */
export type RowCalls = {
  create: (fields: GenerationForm, photo: Blob) => Promise<Generation>
  get: (id: string) => Promise<Generation>
  takeSeat: (seated: { seat: number; teamName: string; cardId: string; isDraft: boolean }) => Promise<unknown>
}

export type RowOrder = { code: string; team: string; calls: RowCalls; signal: AbortSignal }
type Change = Partial<Pick<Row, 'job' | 'cardId'>> & { status?: RowStatus }

/** Thrown when a generation ends without a card. The next attempt needs a new generation. */
export class EndedGeneration extends CodedError {
  constructor({ error }: Generation) {
    super(error?.code ?? 'CANCELED', error?.message ?? 'This card was canceled.', { status: 0, retryable: false })
  }
}

/**
 * Makes the card of one row and seats it. An interrupted row resumes: it keeps its generation's id, and every call is
 * idempotent.
 *
 * @param report called with each change, before the call that depends on it
 * @throws CodedError of the first call that fails
 */
export async function runRow(row: Row, order: RowOrder, report: (change: Change) => void): Promise<void> {
  const card =
    row.cardId === null ? await makeCard(row, order, report) : { id: row.cardId, visibility: 'draft' as const }
  report({ cardId: card.id, status: { name: 'seating' } })
  // A resumed row does not know the card's visibility. Sharing an already shared card has no effect.
  const isDraft = card.visibility === 'draft'
  await order.calls.takeSeat({ seat: row.seat!, teamName: row.name.trim(), cardId: card.id, isDraft })
  report({ status: { name: 'done', cardId: card.id } })
}

async function makeCard(row: Row, order: RowOrder, report: (change: Change) => void): Promise<MadeCard> {
  const { calls, signal } = order
  const job = row.job ?? randomId()
  report({ job, status: { name: 'sending' } })
  const existing = row.job === null ? null : await calls.get(job).catch(toNullIfMissing)
  let generation = existing ?? (await send(row, job, order))
  while (isWaiting(generation.state)) {
    report({ status: { name: 'drawing', state: generation.state } })
    await sleep(POLL_MS, signal)
    generation = await getWithRetry(job, order)
  }
  if (generation.state === 'ready' && generation.card !== null) return generation.card
  throw new EndedGeneration(generation)
}

async function send({ name, number, photo }: Row, id: string, { calls, code, team }: RowOrder): Promise<Generation> {
  const sent = photo!.sent!
  const face = sent.face === null ? {} : { face: JSON.stringify(sent.face) }
  const fields = { id, nickname: name.trim(), number, team, armor: 'none', league: code, ...face }
  return calls.create(fields, sent.blob).catch(async (thrown: unknown) => {
    // The form may have arrived even though its response was lost.
    const arrived = isUnreachable(thrown) ? await calls.get(id).catch(() => null) : null
    if (arrived === null) throw thrown
    return arrived
  })
}

/** Returns a generation. Retries after a network failure. */
async function getWithRetry(id: string, { calls, signal }: RowOrder): Promise<Generation> {
  for (;;) {
    try {
      return await calls.get(id)
    } catch (thrown) {
      if (!(thrown instanceof CodedError) || !thrown.retryable) throw thrown
      await sleep(RETRY_MS, signal)
    }
  }
}

function toNullIfMissing(thrown: unknown): null {
  if (!isMissing(thrown)) throw thrown
  return null
}

/** @throws the signal's reason once the visitor has left the page */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (signal.aborted ? reject(signal.reason) : resolve()), milliseconds)
  })
}
