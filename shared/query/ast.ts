/**
 * The query language of `/rest/v1` as a tree. Values stay text, as they were written: only the schema of a table knows
 * whether `7` is a number.
 */

export const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in'] as const
export type Operator = (typeof OPERATORS)[number]

export const isOperator = (name: string): name is Operator => (OPERATORS as readonly string[]).includes(name)

/** The values that `is` compares with. */
export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type IsValue = (typeof IS_VALUES)[number]

export const isIsValue = (text: string): text is IsValue => (IS_VALUES as readonly string[]).includes(text)

type Comparison = { readonly operator: Exclude<Operator, 'in' | 'is'>; readonly value: string }
type Membership = { readonly operator: 'in'; readonly value: readonly string[] }
type Identity = { readonly operator: 'is'; readonly value: IsValue }

export type Condition = { readonly column: string; readonly not: boolean } & (Comparison | Membership | Identity)
export type Group = { readonly group: 'and' | 'or'; readonly not: boolean; readonly filters: readonly Filter[] }
export type Filter = Condition | Group

export const isGroup = (filter: Filter): filter is Group => 'group' in filter

/** A column of the answer, under its own name or another. `*` stands for all that may be read. */
export type Selected = { readonly column: string; readonly alias?: string }

export type Order = {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  /** Where rows without a value go. Missing: after all others when ascending, before them when descending. */
  readonly nulls?: 'first' | 'last'
}

export type Query = {
  /** All of them must hold. */
  readonly filters: readonly Filter[]
  /** Missing: every readable column. */
  readonly select?: readonly Selected[]
  readonly order?: readonly Order[]
  readonly limit?: number
  readonly offset?: number
  /** The id of the last row seen: the answer goes on after it, in the same order. */
  readonly cursor?: string
  /** Makes an insert an upsert: the columns that name a row. */
  readonly onConflict?: readonly string[]
  /** The columns an insert sets; what else its rows hold is left out. */
  readonly columns?: readonly string[]
}

/** One comparison, as a filter. */
export const where = (column: string, operator: Exclude<Operator, 'in' | 'is'>, value: string): Condition => ({
  column,
  operator,
  value,
  not: false,
})
