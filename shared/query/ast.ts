/**
 * The syntax tree of `/rest/v1` queries. Values stay text, because only a table's schema knows whether `7` is a number.
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

/** A selected column, optionally renamed. `*` means every readable column. */
export type Selected = { readonly column: string; readonly alias?: string }

export type Order = {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  /** Position of null values. Default: last when ascending, first when descending. */
  readonly nulls?: 'first' | 'last'
}

export type Query = {
  /** All must match. */
  readonly filters: readonly Filter[]
  /** Default: every readable column. */
  readonly select?: readonly Selected[]
  readonly order?: readonly Order[]
  readonly limit?: number
  readonly offset?: number
  /** The id of the last row seen: results continue after it, in the same order. */
  readonly cursor?: string
  /** The conflict key, which makes an insert an upsert. */
  readonly onConflict?: readonly string[]
  /** The columns that an insert sets; others are ignored. */
  readonly columns?: readonly string[]
}

/** Creates a filter with one comparison. */
export const where = (column: string, operator: Exclude<Operator, 'in' | 'is'>, value: string): Condition => ({
  column,
  operator,
  value,
  not: false,
})
