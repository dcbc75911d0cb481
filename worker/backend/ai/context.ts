import type { Payer } from '../budgets.ts'
import type { Chosen } from './choice.ts'
import type { Models } from './providers.ts'

/** The context of an AI call, besides its request. */
export type AiContext = {
  readonly chosen: Chosen
  readonly models: Models
  readonly payer: Payer | null
  /** The request's origin. File URLs use it when no public URL is configured. */
  readonly origin: string
  /** The visitor whose access rights apply to our own files. Null means the service's owner. */
  readonly visitor: string | null
  /** The person for whom files are generated. Null when unknown. */
  readonly person: string | null
  readonly signal: AbortSignal
}
