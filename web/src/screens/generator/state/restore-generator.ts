import { CLOSED, createForm, type GeneratorState, type Step } from './generator-state.ts'

/** Time after a reload in which a form may still arrive. */
export const ARRIVAL_MS = 15_000

/** The ids that the browser keeps over a reload. */
export type RememberedJob = {
  id: string | null
  /** The id whose form was on its way. */
  sending: string | null
  before: string | null
  fallback: string | null
  /** The visitor has already looked at this card. */
  isSeen: boolean
}

/**
 * Returns the state of a page that was just loaded.
 *
 * @param asked the id in the address, which wins over the one that the browser keeps
 */
export function restoreGenerator(kept: RememberedJob, asked: string | null, now: number): GeneratorState {
  // A card that was seen becomes the one to go back to; a new one is shown wherever the visitor comes from.
  const isOver = asked === null && kept.id !== null && kept.isSeen
  const id = isOver ? null : (asked ?? kept.id)
  return {
    step: createStep(id, kept, now),
    before: isOver ? kept.id : kept.before,
    fallback: id === kept.id ? kept.fallback : null,
    photo: null,
    preparing: null,
    photoError: null,
    sheet: CLOSED,
    fitting: { why: 'new', question: null, times: 0 },
    moved: null,
    photoUrls: {},
    commands: [],
  }
}

function createStep(id: string | null, { sending }: RememberedJob, now: number): Step {
  if (id === null) return createForm()
  if (id === sending) return { name: 'arriving', id, until: now + ARRIVAL_MS, isUnreachable: false }
  return { name: 'finding', id, isUnreachable: false }
}
