import type { Generation } from '#shared/contracts/generations.ts'

export type JobFacts = {
  /** The generation this page is about, if any. */
  id: string | null
  /** Its form is on its way, sent by this very page. */
  isSending: boolean
  generation: Generation | undefined
  /** The server says it knows no such generation. */
  isUnknown: boolean
  /** It was being sent when this page was left. */
  wasOnItsWay: boolean
  /** And the page was loaded again only just now. */
  mayArrive: boolean
}

/**
 * How things stand with a generation. `arriving`: its form was under way when the page was left, and the server may
 * know it any moment. `lost`: it never arrived. `gone`: there is nothing to wait for or to show.
 */
export type JobStanding = 'none' | 'sending' | 'arriving' | 'lost' | 'finding' | 'known' | 'gone'

export function standingOf({ id, isSending, generation, isUnknown, wasOnItsWay, mayArrive }: JobFacts): JobStanding {
  if (id === null) return 'none'
  if (isSending) return 'sending'
  // Between two answers nothing is known of it, and it is still what is waited for.
  if (wasOnItsWay && !generation) return mayArrive || !isUnknown ? 'arriving' : 'lost'
  if (isUnknown || generation?.state === 'failed' || generation?.state === 'cancelled') return 'gone'
  return generation ? 'known' : 'finding'
}
