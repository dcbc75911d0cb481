import * as z from 'zod'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contactFault } from '#shared/contracts/contact.ts'
import { isMailAddress } from '#shared/domain/mail-address.ts'
import { readEmail } from '#worker/backend/auth/email.ts'
import { describeError } from '#worker/http/log.ts'

const LENGTH = 100_000
/** The length of the longest text that a pattern may look at, in characters. */
const JUDGED_MAX = 10_000

/** Texts that make a pattern try again from each of their signs. */
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

/** Inputs that bring a text to each place of a schema where there may be one. */
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

/** Zod's own, of one step for each sign: how it counts characters, and how it knows keys that are numbers. */
const OF_ZOD = new Set([String.raw`/[\uD800-\uDBFF]/`, String.raw`/^-?\d+(?:\.\d+)?$/`])

/** The patterns that ran over a text of `JUDGED_MAX` and more while `work` was done. */
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

describe('a text of 100 KB', () => {
  it('is refused by every schema without a pattern that looks at it', () => {
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
      // Attachments are this long and longer. Both patterns take one step for each sign.
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
        expect(contactFault({ name: 'Ann', email, message: 'Hi' }, { lastSentAt: null, now: 0 })).not.toBeNull(),
    ],
    ['a line of the log', (text: string) => expect(describeError(new Error(text)).length).toBeLessThanOrEqual(1000)],
  ])('is refused as %s without a pattern that looks at it', (_, judge) => {
    expect(TEXTS.flatMap((text) => patternsRunBy(() => void judge(text)))).toEqual([])
  })
})

describe('describeError', () => {
  it('leaves mail and web addresses out, also where a long text is cut', () => {
    const words = 'word '.repeat(799)
    const said = describeError(new Error(`of ann@example.com at https://a.example/b: ${'x'.repeat(30)}`))
    expect(said).toBe(`Error: of [mail address] at [address] ${'x'.repeat(30)}`)
    expect(describeError(new Error(`${words.slice(0, 100)}${' '.repeat(3885)}ann@example.com`))).not.toContain('ann')
  })
})

describe('isMailAddress', () => {
  it.each(['a@b.co', "o'hara+x@mail.example.com", 'o@ö.example'])('takes %s', (text) => {
    expect(isMailAddress(text)).toBe(true)
  })

  it.each(['', 'a', 'ü@b.co', 'a@b', '@b.co', 'a@.co', 'a@b.', 'a b@c.co', 'a@b@c.co', `${'a'.repeat(250)}@b.co`])(
    'refuses %j',
    (text) => expect(isMailAddress(text)).toBe(false),
  )
})
