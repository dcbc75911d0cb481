import { isRecord } from '#shared/client/failure.ts'

/** Maximum number of validation steps. References and alternatives can make a short schema take forever. */
const STEPS_MAX = 1_000_000
const DEPTH_MAX = 200

type Schema = Readonly<Record<string, unknown>>
type Validate = (value: unknown, schema: unknown) => boolean
/** Counts validation steps. Throws when none are left. */
type CountSteps = (steps?: number) => void

/**
 * True if a value matches a JSON Schema (draft 7 or 2020-12) in types, values, properties, elements and sizes. Other
 * keywords (`pattern`, `format`, `not`, `if` and so on) are ignored: a stranger's pattern can take unbounded time
 * (ReDoS). At least one alternative must match, for `oneOf` too.
 *
 * @throws Error when a million steps are not enough
 */
export function fitsSchema(value: unknown, schema: unknown): boolean {
  let left = STEPS_MAX
  const countSteps: CountSteps = (steps = 1) => {
    left -= steps
    if (left < 0) throw new Error('the schema takes too many steps')
  }
  const fits = (part: unknown, wanted: unknown, depth: number): boolean => {
    countSteps()
    if (depth > DEPTH_MAX) throw new Error('the schema is nested too deeply')
    if (typeof wanted === 'boolean') return wanted
    if (!isRecord(wanted)) return true
    for (const long of [part, wanted['type'], wanted['$ref']])
      if (typeof long === 'string' || Array.isArray(long)) countSteps(long.length)
    if (part === null && wanted['nullable'] === true) return true
    const inner: Validate = (item, itemSchema) => fits(item, itemSchema, depth + 1)
    return (
      isReferredTo(part, wanted, schema, inner) &&
      isOfType(part, wanted['type']) &&
      isInEnum(part, wanted, countSteps) &&
      isWithin(part, wanted) &&
      isCombined(part, wanted, inner) &&
      (!Array.isArray(part) || areElements(part, wanted, inner)) &&
      (!isRecord(part) || areProperties(part, wanted, inner, countSteps))
    )
  }
  return fits(value, schema, 0)
}

/** Validates against a local `$ref`. A reference that cannot be resolved allows everything. */
function isReferredTo(value: unknown, { $ref }: Schema, root: unknown, fits: Validate): boolean {
  if (typeof $ref !== 'string' || !/^#(?:\/|$)/.test($ref)) return true
  let found: unknown = root
  for (const name of $ref.split('/').slice(1)) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found === undefined || fits(value, found)
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  array: Array.isArray,
  object: isRecord,
}

const isOfType = (value: unknown, type: unknown): boolean =>
  type === undefined || [type].flat().some((name) => TYPES[String(name)]?.(value) ?? true)

function isInEnum(value: unknown, schema: Schema, countSteps: CountSteps): boolean {
  const lists = [...(Object.hasOwn(schema, 'const') ? [[schema['const']]] : []), ...toLists(schema['enum'])]
  const isSame = (other: unknown): boolean => {
    countSteps()
    if (typeof value !== 'object' || value === null) return value === other
    const [text, otherText] = [JSON.stringify(value), JSON.stringify(other)]
    countSteps(text.length + otherText.length)
    return text === otherText
  }
  return lists.every((list) => list.some(isSame))
}

const toLists = (value: unknown): unknown[][] => (Array.isArray(value) ? [value] : [])

const SIZES: readonly (readonly [least: string, most: string, getSize: (value: unknown) => number | null])[] = [
  ['minimum', 'maximum', (value) => (typeof value === 'number' ? value : null)],
  ['minLength', 'maxLength', (value) => (typeof value === 'string' ? [...value].length : null)],
  ['minItems', 'maxItems', (value) => (Array.isArray(value) ? value.length : null)],
  ['minProperties', 'maxProperties', (value) => (isRecord(value) ? Object.keys(value).length : null)],
]

const isWithin = (value: unknown, schema: Schema): boolean =>
  SIZES.every(([least, most, getSize]) => {
    const [from, to] = [schema[least], schema[most]]
    if (typeof from !== 'number' && typeof to !== 'number') return true
    const size = getSize(value)
    return size === null || !((typeof from === 'number' && size < from) || (typeof to === 'number' && size > to))
  })

const isCombined = (value: unknown, { allOf, anyOf, oneOf }: Schema, fits: Validate): boolean =>
  toLists(allOf).every((all) => all.every((schema) => fits(value, schema))) &&
  [...toLists(anyOf), ...toLists(oneOf)].every((some) => some.some((schema) => fits(value, schema)))

/** The first elements may have their own schemas: `prefixItems`, or an `items` list in draft 7. */
function areElements(list: readonly unknown[], schema: Schema, fits: Validate): boolean {
  const { items, prefixItems, additionalItems } = schema
  const isOlder = Array.isArray(items)
  const first = isOlder ? items : (toLists(prefixItems)[0] ?? [])
  const rest = isOlder ? additionalItems : items
  return list.every((item, i) => fits(item, i < first.length ? first[i] : rest))
}

function areProperties(
  value: Record<string, unknown>,
  schema: Schema,
  fits: Validate,
  countSteps: CountSteps,
): boolean {
  const { required, properties, patternProperties, additionalProperties } = schema
  const known = isRecord(properties) ? properties : {}
  for (const name of toLists(required).flat()) {
    countSteps()
    if (typeof name === 'string' && !Object.hasOwn(value, name)) return false
  }
  return Object.entries(value).every(([name, part]) => {
    countSteps()
    if (Object.hasOwn(known, name)) return fits(part, known[name])
    return patternProperties !== undefined || fits(part, additionalProperties)
  })
}
