import * as z from 'zod'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findContactFault } from '#shared/contracts/contact.ts'
import { isMailAddress } from '#shared/domain/mail-address.ts'
import { readEmail } from '#worker/backend/auth/email.ts'
import { describeError } from '#worker/http/log.ts'

const LENGTH = 100_000
/** The longest text that a pattern may process, in characters. */
const JUDGED_MAX = 10_000

/** Texts that trigger quadratic backtracking. */
const TEXTS: readonly string[] = [
  `a@${'.'.repeat(LENGTH)}@`,
  ...['.', '@', 'a', ' ', '\t', '0', '-', '/', '"', '=', 'a.', 'https://a@', '/*'].map((sign) =>
    sign.repeat(LENGTH / sign.length),
  ),
]

const modules = import.meta.glob<Record<string, unknown>>([
  '/shared/contracts/*.ts',
  '/shared/domain/*schema*.ts',
  '/worker/backend/**/*schema*.ts',
  '/worker/realtime/frames.ts',
])

type Schema = { readonly _zod: { readonly def: Def } }
type Def = {
  readonly type: string
  readonly [part: string]: unknown
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** Inputs that put a text into each string position of a schema. */
function inputsWith(text: string, schema: Schema, depth = 0): unknown[] {
  const { def } = schema._zod
  const within = (part: unknown) => inputsWith(text, part as Schema, depth + 1)
  if (depth > 12) return [text]
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def['shape'] as Record<string, Schema>).map(
        ([name, field]) => [name, within(field)] as const,
      )
      const most = Math.max(1, ...fields.map(([, inputs]) => inputs.length))
      return Array.from({ length: most }, (_, i) =>
        Object.fromEntries(fields.map(([name, inputs]) => [name, inputs[i % inputs.length]])),
      )
    }
    case 'array':
      return within(def['element']).map((input) => [input])
    case 'union':
      return (def['options'] as Schema[]).flatMap(within)
    case 'record':
      return within(def['valueType']).flatMap((input) => [{ a: input }, { [text]: input }])
    case 'lazy':
      return within((def['getter'] as () => Schema)())
    case 'pipe':
      return within(def['in'])
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return within(def['innerType'])
    default:
      return [text]
  }
}

/** Zod's own linear patterns, which count characters and recognize numeric keys. */
const OF_ZOD = new Set([String.raw`/[\uD800-\uDBFF]/`, String.raw`/^-?\d+(?:\.\d+)?$/`])

/** Returns the patterns that ran on a text of at least `JUDGED_MAX` characters during `work`. */
function patternsRunBy(work: () => void): string[] {
  const ran = new Set<string>()
  // oxlint-disable-next-line typescript/unbound-method -- called with the pattern it belongs to
  const exec = RegExp.prototype.exec
  // `test`, `match`, `replace` and `split` all call it.
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
    if (String(text).length > JUDGED_MAX && !OF_ZOD.has(String(this))) ran.add(String(this))
    return exec.call(this, text)
  })
  try {
    work()
  } finally {
    spy.mockRestore()
  }
  return [...ran]
}

const schemas: [name: string, schema: Schema][] = []

beforeAll(async () => {
  for (const [file, load] of Object.entries(modules))
    for (const [name, value] of Object.entries(await load()))
      if (isSchema(value)) schemas.push([`${file} ${name}`, value])
})
afterEach(() => vi.restoreAllMocks())

describe('100 KB texts', () => {
  it('rejects a text of 100 KB in every schema before a pattern runs', () => {
    const ran = schemas.flatMap(([name, schema]) =>
      TEXTS.flatMap((text) =>
        inputsWith(text, schema).flatMap((input) =>
          patternsRunBy(() => z.safeParse(schema as unknown as z.ZodType, input)).map(
            (pattern) => `${name} ${pattern}`,
          ),
        ),
      ),
    )
    expect(schemas.length).toBeGreaterThan(40)
    expect([...new Set(ran)]).toEqual([
      // Attachments are this long and longer. Both patterns are linear.
      String.raw`/worker/backend/notifications/schema.ts EmailRequest /\s/g`,
      '/worker/backend/notifications/schema.ts EmailRequest /^[A-Za-z0-9+/]+={0,2}$/',
    ])
  })

  it.each([
    ['isMailAddress', isMailAddress],
    ['an account', (text: string) => expect(() => readEmail(text)).toThrow('valid email')],
    [
      'a contact message',
      (email: string) =>
        expect(findContactFault({ name: 'Ann', email, message: 'Hi' }, { lastSentAt: null, now: 0 })).not.toBeNull(),
    ],
    ['a log line', (text: string) => expect(describeError(new Error(text)).length).toBeLessThanOrEqual(1000)],
  ])('rejects a text of 100 KB as %s before a pattern runs', (_, judge) => {
    expect(TEXTS.flatMap((text) => patternsRunBy(() => void judge(text)))).toEqual([])
  })
})

describe('describeError', () => {
  it('removes email addresses and URLs from a described error, even where a long text is truncated', () => {
    const words = 'word '.repeat(799)
    const text = describeError(new Error(`of ann@example.com at https://a.example/b: ${'x'.repeat(30)}`))
    expect(text).toBe(`Error: of [mail address] at [address] ${'x'.repeat(30)}`)
    expect(describeError(new Error(`${words.slice(0, 100)}${' '.repeat(3885)}ann@example.com`))).not.toContain('ann')
  })
})

describe('isMailAddress', () => {
  it.each(['a@b.co', "o'hara+x@mail.example.com", 'o@ö.example'])('accepts the email address %s', (text) => {
    expect(isMailAddress(text)).toBe(true)
  })

  it.each(['', 'a', 'ü@b.co', 'a@b', '@b.co', 'a@.co', 'a@b.', 'a b@c.co', 'a@b@c.co', `${'a'.repeat(250)}@b.co`])(
    'rejects the email address %j',
    (text) => expect(isMailAddress(text)).toBe(false),
  )
})
