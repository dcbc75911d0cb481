import { isRecord } from '#shared/client/failure.ts'

/** The limit of validation steps: references and alternatives can make a short schema endless. */
const LOOKS_MAX = 1_000_000
const DEPTH_MAX = 200

type Schema = Readonly<Record<string, unknown>>
type Judge = (value: unknown, schema: unknown) => boolean
/** Takes so many looks of those that are left. */
type Look = (times?: number) => void

/**
 * True when an object keeps what a JSON Schema (draft 7 and 2020-12) says of types, values, properties, elements and
 * sizes. What else a schema may say (`pattern`, `format`, `not`, `if` and so on) is for the model alone: a pattern of a
 * stranger can take unbounded time here (ReDoS). Of alternatives one at least must fit.
 *
 * @throws Error for what cannot be judged within a million looks
 */
export function fitsSchema(value: unknown, schema: unknown): boolean {
  let left = LOOKS_MAX
  const look: Look = (times = 1) => {
    left -= times
    if (left < 0) throw new Error('too much to judge')
  }
  const fits = (part: unknown, wanted: unknown, depth: number): boolean => {
    look()
    if (depth > DEPTH_MAX) throw new Error('too deep to judge')
    if (typeof wanted === 'boolean') return wanted
    if (!isRecord(wanted)) return true
    for (const long of [part, wanted['type'], wanted['$ref']])
      if (typeof long === 'string' || Array.isArray(long)) look(long.length)
    if (part === null && wanted['nullable'] === true) return true
    const inner: Judge = (item, its) => fits(item, its, depth + 1)
    return (
      isReferredTo(part, wanted, schema, inner) &&
      isOfType(part, wanted['type']) &&
      isInEnum(part, wanted, look) &&
      isWithin(part, wanted) &&
      isCombined(part, wanted, inner) &&
      (!Array.isArray(part) || areElements(part, wanted, inner)) &&
      (!isRecord(part) || areProperties(part, wanted, inner, look))
    )
  }
  return fits(value, schema, 0)
}

/** A reference that cannot be followed allows everything. */
function isReferredTo(value: unknown, { $ref }: Schema, root: unknown, fits: Judge): boolean {
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

function isInEnum(value: unknown, schema: Schema, look: Look): boolean {
  const lists = [...(Object.hasOwn(schema, 'const') ? [[schema['const']]] : []), ...toLists(schema['enum'])]
  const isSame = (other: unknown): boolean => {
    look()
    if (typeof value !== 'object' || value === null) return value === other
    const [text, its] = [JSON.stringify(value), JSON.stringify(other)]
    look(text.length + its.length)
    return text === its
  }
  return lists.every((list) => list.some(isSame))
}

const toLists = (value: unknown): unknown[][] => (Array.isArray(value) ? [value] : [])

const SIZES: readonly (readonly [least: string, most: string, sizeOf: (value: unknown) => number | null])[] = [
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

const isCombined = (value: unknown, { allOf, anyOf, oneOf }: Schema, fits: Judge): boolean =>
  toLists(allOf).every((all) => all.every((schema) => fits(value, schema))) &&
  [...toLists(anyOf), ...toLists(oneOf)].every((some) => some.some((schema) => fits(value, schema)))

/** The first ones may have schemas of their own, by the older draft as a list of `items`. */
function areElements(list: readonly unknown[], schema: Schema, fits: Judge): boolean {
  const { items, prefixItems, additionalItems } = schema
  const isOlder = Array.isArray(items)
  const first = isOlder ? items : (toLists(prefixItems)[0] ?? [])
  const rest = isOlder ? additionalItems : items
  return list.every((item, i) => fits(item, i < first.length ? first[i] : rest))
}

function areProperties(value: Record<string, unknown>, schema: Schema, fits: Judge, look: Look): boolean {
  const { required, properties, patternProperties, additionalProperties } = schema
  const known = isRecord(properties) ? properties : {}
  for (const name of toLists(required).flat()) {
    look()
    if (typeof name === 'string' && !Object.hasOwn(value, name)) return false
  }
  return Object.entries(value).every(([name, part]) => {
    look()
    if (Object.hasOwn(known, name)) return fits(part, known[name])
    return patternProperties !== undefined || fits(part, additionalProperties)
  })
}
