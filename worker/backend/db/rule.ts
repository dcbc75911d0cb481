import type { Caller } from '../caller.ts'
import type { Bound } from './fragment.ts'

/**
 * Whom rules know. `public`: who brings the project's key and nothing else; `visitor`: a browser with our cookie;
 * `user`: somebody who is signed in, with or without a cookie. The service key needs no rules: it may do everything.
 */
export type RuledRole = 'public' | 'visitor' | 'user'

/** What a table is for one role. Conditions are SQL over its columns, with `$names` of `callerValues`. */
export type TableRules = {
  readonly select: ReadRule
  /** Null: never. */
  readonly insert: WriteRule<'save'> | null
  readonly update: WriteRule<'vote'> | null
  readonly remove: null
}

export type ReadRule = {
  readonly columns: readonly string[]
  /** What is shown instead of a column. A masked column can be neither filtered nor ordered by. */
  readonly masks: Readonly<Record<string, string>>
  /** The rows of every list, count and order. */
  readonly rows: string
  /** The rows of a query whose sole filter names one row by its id. */
  readonly rowsById: string
  readonly limits: ReadLimits
}

export type ReadLimits = {
  readonly rows: number
  readonly offset: number
  readonly terms: number
  readonly depth: number
  /** How many columns an answer is ordered by, and how many it holds. */
  readonly orders: number
  readonly columns: number
}

/** Writes are never free: each is one of the product's own acts. */
export type WriteRule<Act extends string = string> = {
  /** The conditional statement that does it: `save` publishes a card, `vote` casts one vote. */
  readonly act: Act
  /** The rows it may touch. May also name `$now` (milliseconds) and, when columns are saved, each of them. */
  readonly rows: string
  /** The columns that may be sent, each with what it takes. Any other is refused. */
  readonly columns: Readonly<Record<string, Writable>>
  readonly limits: { readonly rows: 1; readonly bodyBytes: number }
}

export type Writable =
  /** Text, cut to a number of characters. */
  | { readonly takes: 'text'; readonly maxCharacters: number }
  /** The name of a team; the five stats; the address of an image, which must be there. */
  | { readonly takes: 'team' | 'stats' | 'image' }
  /** `anonymous`, or the caller's own user id. */
  | { readonly takes: 'caller' }
  /** A number that the server knows better: 0 or nothing. */
  | { readonly takes: 'zero' }
  /** An integer of at least 1. */
  | { readonly takes: 'total' }

export const ruledRoleOf = ({ userId, visitor }: Caller): RuledRole => {
  if (userId !== null) return 'user'
  return visitor.kind === 'visitor' ? 'visitor' : 'public'
}

/** What conditions and masks may name: `$visitor`, `$user` (null for nobody) and `$nameless`, 1 without a cookie. */
export const callerValues = ({ userId, visitor }: Caller): Readonly<Record<string, Bound>> => ({
  visitor: visitor.id,
  user: userId,
  nameless: visitor.kind === 'visitor' ? 0 : 1,
})
