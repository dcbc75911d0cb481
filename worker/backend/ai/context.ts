import type { Payer } from '../budgets.ts'
import type { Chosen } from './choice.ts'
import type { Models } from './providers.ts'

/** The services that every kind of answer needs beside its request. */
export type AiContext = {
  readonly chosen: Chosen
  readonly models: Models
  readonly payer: Payer | null
  /** The request's origin, for addresses when no public URL is configured. */
  readonly origin: string
  /** The visitor whose access rights apply to our own files; null: the owner's. */
  readonly visitor: string | null
  /** The owner of what is made; null when unknown. */
  readonly person: string | null
  readonly signal: AbortSignal
}
