import type { Condition, Filter } from '../query/ast.ts'
import { snakeCase } from './names.ts'

type Value = string | number | boolean

/** Tests of one field; all that are given must hold. */
export type FieldTest = {
  readonly eq?: Value | null
  readonly neq?: Value | null
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
  /** `%` stands for any text, `_` for one character. */
  readonly like?: string
  /** `like` without regard to case. */
  readonly ilike?: string
  readonly is?: boolean | null
  readonly not?: Value | null
  readonly in?: readonly Value[]
  readonly not_in?: readonly Value[]
}

/** Which records are meant. A field that is undefined is not asked about; null means that it has no value. */
export type Where = {
  readonly AND?: readonly Where[]
  readonly OR?: readonly Where[]
  readonly [field: string]: Value | null | undefined | FieldTest | readonly Where[]
}

/** @example filtersOf({ votes: { gte: 1, lt: 5 }, teamColors: 'Bears' }) // three filters */
export function filtersOf(where: Where): Filter[] {
  return Object.entries(where).flatMap(([field, test]): Filter[] => {
    if (field === 'AND' || field === 'OR') return groupOf(field, test as readonly Where[])
    if (test === undefined) return []
    const tests: FieldTest = typeof test === 'object' && test !== null ? (test as FieldTest) : { eq: test }
    return Object.entries(tests).flatMap(([operator, value]) =>
      value === undefined ? [] : [conditionOf(snakeCase(field), operator as keyof FieldTest, value as Given)],
    )
  })
}

type Given = Value | null | readonly Value[]

function groupOf(name: 'AND' | 'OR', branches: readonly Where[]): Filter[] {
  const filters = branches.flatMap((branch): Filter[] => {
    const together = filtersOf(branch)
    return together.length > 1 ? [{ group: 'and', not: false, filters: together }] : together
  })
  return filters.length === 0 ? [] : [{ group: name === 'OR' ? 'or' : 'and', not: false, filters }]
}

function conditionOf(column: string, operator: keyof FieldTest, given: Given): Condition {
  const not = operator === 'not' || operator === 'not_in' || operator === 'neq'
  if (operator === 'in' || operator === 'not_in')
    return { column, not, operator: 'in', value: (given as readonly Value[]).map(textOf) }
  if (given === null) return { column, not, operator: 'is', value: 'null' }
  if (operator === 'is') return { column, not, operator, value: given ? 'true' : 'false' }
  const value = textOf(given as Value)
  // The server reads `eq.null` as "has no value"; a list of one says that the word is meant.
  if (value === 'null' && (not || operator === 'eq')) return { column, not, operator: 'in', value: [value] }
  if (operator === 'not') return { column, not, operator: 'eq', value }
  return { column, not: false, operator, value }
}

const textOf = (value: Value): string => (typeof value === 'boolean' ? String(Number(value)) : String(value))
