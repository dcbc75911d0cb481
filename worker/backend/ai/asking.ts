import type { Chosen } from './choice.ts'
import type { Models } from './providers.ts'
import type { Payer } from './web-search.ts'

/** What every kind of answer is made from beside its request. */
export type Asking = {
  readonly chosen: Chosen
  readonly models: Models
  readonly payer: Payer | null
  /** Of the request, for addresses when no public URL is configured. */
  readonly origin: string
  /** Whose eyes our own files are read with; null: the owner's. */
  readonly visitor: string | null
  readonly signal: AbortSignal
}
