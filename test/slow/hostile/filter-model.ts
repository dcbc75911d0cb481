import { type Condition, type Filter, isGroup } from '#shared/query/ast.ts'

export type ModelRow = { id: string; word: string | null; size: number | null; done: boolean | null }
type Value = string | number | boolean
/** True, false, or null for unknown, as in SQL. */
type Truth = boolean | null

const negated = (truth: Truth): Truth => (truth === null ? null : !truth)

/** Evaluates a filter for a row by PostgreSQL's rules. */
export function evaluateFilter(filter: Filter, row: ModelRow): Truth {
  const truth = isGroup(filter)
    ? combined(
        filter.group,
        filter.filters.map((member) => evaluateFilter(member, row)),
      )
    : compared(filter, row)
  return filter.not ? negated(truth) : truth
}

function combined(group: 'and' | 'or', truths: readonly Truth[]): Truth {
  const deciding = group === 'or'
  if (truths.includes(deciding)) return deciding
  return truths.includes(null) ? null : !deciding
}

function compared(condition: Condition, row: ModelRow): Truth {
  const value = row[condition.column as keyof ModelRow]
  if (condition.operator === 'is') return isThat(value, condition.value)
  if (condition.operator === 'in' && condition.value.length === 0) return false
  if (value === null) return null
  if (condition.operator === 'in') return condition.value.some((text) => value === toKind(value, text))
  if (condition.operator === 'like') return matches(String(value), condition.value, '')
  if (condition.operator === 'ilike') return matches(String(value), condition.value, 'i')
  const other = toKind(value, condition.value)
  return {
    eq: value === other,
    neq: value !== other,
    gt: value > other,
    gte: value >= other,
    lt: value < other,
    lte: value <= other,
  }[condition.operator]
}

function isThat(value: Value | null, what: string): boolean {
  if (what === 'true' || what === 'false') return value === (what === 'true')
  return what === 'not_null' ? value !== null : value === null
}

function toKind(value: Value, text: string): Value {
  if (typeof value === 'number') return Number(text)
  return typeof value === 'boolean' ? text === 'true' : text
}

/** Matches a LIKE pattern: `%` and `*` are any text, `_` is one character, a backslash escapes. */
function matches(text: string, pattern: string, flags: '' | 'i'): boolean {
  const source = pattern.replaceAll(
    /\\([\s\S]?)|([%*])|(_)|[$()+.?[\]^{|}/-]/gu,
    (all, escaped?: string, any?: string, one?: string) => {
      if (any !== undefined) return '[^]*'
      if (one !== undefined) return '[^]'
      return literal(escaped === undefined ? all : escaped === '' ? '\\' : escaped)
    },
  )
  return new RegExp(`^(?:${source})$`, `u${flags}`).test(text)
}

const literal = (character: string) => character.replace(/[\\$()*+.?[\]^{|}/]/, String.raw`\$&`)
