import { CodedError } from '#shared/client/coded-error.ts'
import { randomId } from '#shared/client/random-id.ts'
import type { Generation, GenerationForm, MadeCard } from '#shared/contracts/generations.ts'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { isMissing, isUnreachable } from '#web/lib/failure.ts'
import type { Row, RowStatus } from './batch-rows.ts'

const POLL_MS = 1000
/** After a lost network. */
const RETRY_MS = 4000

/** The calls that a row makes. */
export type RowCalls = {
  create: (fields: GenerationForm, photo: Blob) => Promise<Generation>
  get: (id: string) => Promise<Generation>
  takeSeat: (seated: { seat: number; teamName: string; cardId: string; isDraft: boolean }) => Promise<unknown>
}

export type RowOrder = { code: string; team: string; calls: RowCalls; signal: AbortSignal }
type Change = Partial<Pick<Row, 'job' | 'cardId'>> & { status?: RowStatus }

/** The server has ended the generation without a card, so the next try is another generation. */
export class EndedGeneration extends CodedError {
  constructor({ error }: Generation) {
    super(error?.code ?? 'CANCELED', error?.message ?? 'This card was canceled.', { status: 0, retryable: false })
  }
}

/**
 * Makes the card of one row and seats it. A row that was interrupted goes on where it was: the generation is known by
 * its id, and each call may be sent again.
 *
 * @param report is told every change, before the call that depends on it
 * @throws CodedError of the first call that was refused
 */
export async function runRow(row: Row, order: RowOrder, report: (change: Change) => void): Promise<void> {
  const card =
    row.cardId === null ? await makeCard(row, order, report) : { id: row.cardId, visibility: 'draft' as const }
  report({ cardId: card.id, status: { name: 'seating' } })
  // Sharing a card that is shared changes nothing.
  const isDraft = card.visibility === 'draft'
  await order.calls.takeSeat({ seat: row.seat!, teamName: row.name.trim(), cardId: card.id, isDraft })
  report({ status: { name: 'done', cardId: card.id } })
}

async function makeCard(row: Row, order: RowOrder, report: (change: Change) => void): Promise<MadeCard> {
  const { calls, signal } = order
  const job = row.job ?? randomId()
  report({ job, status: { name: 'sending' } })
  const known = row.job === null ? null : await calls.get(job).catch(toNullIfMissing)
  let generation = known ?? (await send(row, job, order))
  while (isWaiting(generation.state)) {
    report({ status: { name: 'drawing', state: generation.state } })
    await sleep(POLL_MS, signal)
    generation = await look(job, order)
  }
  if (generation.state === 'ready' && generation.card !== null) return generation.card
  throw new EndedGeneration(generation)
}

async function send({ name, number, photo }: Row, id: string, { calls, code, team }: RowOrder): Promise<Generation> {
  const sent = photo!.sent!
  const face = sent.face === null ? {} : { face: JSON.stringify(sent.face) }
  const fields = { id, nickname: name.trim(), number, team, armor: 'none', league: code, ...face }
  return calls.create(fields, sent.blob).catch(async (thrown: unknown) => {
    // The form may have arrived, and only its answer be lost.
    const arrived = isUnreachable(thrown) ? await calls.get(id).catch(() => null) : null
    if (arrived === null) throw thrown
    return arrived
  })
}

/** Asks until an answer comes: a lost network only delays it. */
async function look(id: string, { calls, signal }: RowOrder): Promise<Generation> {
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

/** @throws the signal's reason once the page is left */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (signal.aborted ? reject(signal.reason) : resolve()), milliseconds)
  })
}
