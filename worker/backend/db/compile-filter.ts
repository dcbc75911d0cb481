import { AppError } from '#shared/client/errors.ts'
import { type Condition, type Filter, isGroup } from '#shared/query/ast.ts'
import { jsonList, numberIn } from './exact-numbers.ts'
import {
  joinWithAnd,
  type Bound,
  type Fragment,
  joinFragments,
  parenthesized,
  quoteIdentifier,
  sql,
} from './fragment.ts'
import { INSTANT_OPERAND, instantsIn, isInstant, toIsoTime } from './instant.ts'
import { toGlob, toILike } from './pattern.ts'
import type { Column } from './schema.ts'
import { toComparisonValue } from './values.ts'
import type { View } from './view.ts'

const COMPARISONS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const IDENTITIES = {
  null: 'is null',
  unknown: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
} as const

/** Combines all filters into one condition. @throws AppError `42703`, `42501`, `22P02`, `PGRST100` */
export const compileFilters = (filters: readonly Filter[], view: View): Fragment =>
  joinWithAnd(filters.map((filter) => compileFilter(filter, view)))

function compileFilter(filter: Filter, view: View): Fragment {
  const inner = isGroup(filter)
    ? joinFragments(
        filter.filters.map((member) => parenthesized(compileFilter(member, view))),
        ` ${filter.group} `,
      )
    : compileCondition(filter, view.comparable(filter.column), view)
  return filter.not ? { ...inner, sql: `not (${inner.sql})` } : inner
}

function compileCondition(condition: Condition, column: Column, { limits }: View): Fragment {
  const name = quoteIdentifier(column.name)
  switch (condition.operator) {
    case 'is':
      return sql(`${name} ${IDENTITIES[condition.value]}`)
    case 'in': {
      if (column.kind === 'json' && condition.value.length > 0) return isOneOfJson(column, condition.value)
      // One bound value for a list of any length, because D1 binds at most a hundred.
      const list = jsonList(condition.value.flatMap((value) => getCandidates(column, value)))
      if (!areInstants(column, condition.value)) return sql(`${name} in (select value from json_each(?))`, list)
      return sql(
        `${instantsIn(name)} in (select unixepoch(value, 'subsec') from json_each(?))`,
        JSON.stringify(condition.value.map(toIsoTime)),
      )
    }
    case 'like':
      return sql(`${name} glob ?`, toGlob(condition.value))
    case 'ilike':
      return joinFragments(
        toILike(condition.value).map((pattern) =>
          'glob' in pattern ? sql(`${name} glob ?`, pattern.glob) : sql(`${name} like ? escape '\\'`, pattern.like),
        ),
        ' or ',
      )
    default: {
      const comparison = COMPARISONS[condition.operator]
      const value = toComparisonValue(column, condition.value)
      if (column.kind === 'json') {
        if (condition.operator !== 'eq' && condition.operator !== 'neq')
          throw new AppError('42883', `operator does not exist: json ${comparison} unknown`)
        const same = isOneOfJson(column, [condition.value])
        return condition.operator === 'eq' ? same : { ...same, sql: `not (${same.sql})` }
      }
      // A range keeps SQLite off the index of all ids, which reads one row more for a hidden card.
      if (limits !== null && column.name === 'id' && condition.operator === 'eq')
        return sql(`(${name} >= ? and ${name} <= ?)`, value, value)
      const number = column.kind === 'any' ? numberIn(condition.value) : null
      if (number !== null)
        return sql(
          `iif(typeof(${name}) = 'text', ${name} ${comparison} ?, ${name} ${comparison} ?)`,
          condition.value,
          number,
        )
      if (!areInstants(column, [condition.value])) return sql(`${name} ${comparison} ?`, value)
      return sql(`${instantsIn(name)} ${comparison} ${INSTANT_OPERAND}`, toIsoTime(condition.value))
    }
  }
}

/**
 * Selects every value in a JSON text with its path. Two texts are equal if these are the same, in any order of members.
 */
const valuesIn = (json: string) =>
  `select fullkey, iif(type in ('integer', 'real'), 'number', type), atom from json_tree(${json})`

const LACKS = (one: string, other: string) => `exists (${valuesIn(one)} except ${valuesIn(other)})`

/**
 * Compares JSON by value, like `jsonb`, with each of several texts. A row without a value neither matches nor differs.
 */
const isOneOfJson = (column: Column, texts: readonly string[]): Fragment =>
  sql(
    `(select case when held_json is not null then exists (
       select 1 from json_each(?) sent where case when json_valid(held_json)
         then not ${LACKS('held_json', 'sent.value')} and not ${LACKS('sent.value', 'held_json')}
         else held_json = sent.value end) end
     from (select ${quoteIdentifier(column.name)} as held_json))`,
    JSON.stringify(texts.map((text) => toComparisonValue(column, text))),
  )

/**
 * Returns the forms that a list value may have in a row. In an untyped column, `7` may be text in one row and a number
 * in another.
 */
function getCandidates(column: Column, text: string): Bound[] {
  const number = column.kind === 'any' ? numberIn(text) : null
  return number === null ? [toComparisonValue(column, text)] : [text, number]
}

const areInstants = ({ kind }: Column, values: readonly string[]): boolean =>
  kind === 'timestamp' && values.every(isInstant)
