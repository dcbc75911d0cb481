import fc from 'fast-check'
import { hostileText } from '../../../support/hostile-text.ts'
import type { BodyCall, Fields } from './call.ts'

export type Body = { readonly body: BodyInit; readonly type: string }

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data; boundary=b'

const TYPES = { json: JSON_TYPE, none: JSON_TYPE, form: FORM_TYPE, multipart: MULTIPART_TYPE }

/** A body as its sender means it. */
export function written(kind: BodyCall['kind'], fields: Fields): Body {
  const type = TYPES[kind]
  if (kind === 'form') return { type, body: new URLSearchParams(fields as Record<string, string>).toString() }
  if (kind === 'multipart') return { type, body: parts(fields) }
  return { type, body: JSON.stringify(fields) }
}

/** By hand: a browser's own form would make a name harmless. */
function parts(fields: Fields): Blob {
  const all = Object.entries(fields).flatMap(([name, value]): (string | File)[] => {
    const head = `--b\r\ncontent-disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '_')}"`
    if (!(value instanceof File)) return [`${head}\r\n\r\n${String(value)}\r\n`]
    return [`${head}; filename="${value.name}"\r\ncontent-type: ${value.type}\r\n\r\n`, value, '\r\n']
  })
  return new Blob([...all, '--b--\r\n'])
}

const DEEP = 20_000
const OTHERS = ['other', '__proto__', 'constructor']
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    '',
    '\u0000',
    'a\r\nbcc: b@example.com',
    '\u202Eabc',
    '💥'.repeat(50),
    'x'.repeat(70_000),
    '__proto__',
    `'; drop table votes; --`,
    '<script>alert(1)</script>',
    [],
    {},
    [[]],
    { length: 5 },
    { toString: 'x' },
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** What becomes of a good body. */
export type Change = (good: Fields) => Body

const without = (good: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(good).filter(([other]) => other !== name))

const changedJson = (names: readonly string[]): fc.Arbitrary<Change> =>
  fc.oneof(
    // One field is something else.
    fc.tuple(fc.constantFrom(...names, ...OTHERS), value).map(([name, one]): Change => (good) => ({
      body: JSON.stringify({ ...good, [name]: 'mark' }).replace('"mark"', JSON.stringify(one) ?? 'null'),
      type: JSON_TYPE,
    })),
    // Something else altogether.
    fc
      .oneof(
        value.map((one) => JSON.stringify(one) ?? ''),
        fc.constantFrom(
          '',
          '{',
          '{"a":1,"a":2}',
          'NaN',
          '[1,',
          '\uFEFF{}',
          '['.repeat(DEEP) + ']'.repeat(DEEP),
          `{"a":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
        ),
        fc.string({ unit: 'binary', maxLength: 60 }),
      )
      .map((body): Change => () => ({ body, type: JSON_TYPE })),
  )

/** The longest body of a form is 96 KB. */
const LONG = 'x'.repeat(120_000)
const text = fc.oneof(hostileText, fc.constantFrom('', '\0', '%', '../..', LONG, '💥'.repeat(500)))

const changedForm = (names: readonly string[]): fc.Arbitrary<Change> =>
  fc.oneof(
    fc.tuple(fc.constantFrom(...names, ...OTHERS), text).map(
      ([name, one]): Change =>
        (good) =>
          written('form', { ...good, [name]: one }),
    ),
    fc.constantFrom(...names).map(
      (name): Change =>
        (good) =>
          written('form', without(good, name)),
    ),
    fc.tuple(fc.constantFrom(...names), text).map(([name, one]): Change => (good) => ({
      body: `${name}=${new URLSearchParams({ '': one }).toString().slice(1)}&${String(written('form', good).body)}`,
      type: FORM_TYPE,
    })),
    fc
      .constantFrom('text/plain', JSON_TYPE, MULTIPART_TYPE, 'application/xml', 'x')
      .map((type): Change => (good) => ({ ...written('form', good), type })),
    fc
      .oneof(
        fc.constantFrom('', '%', '%zz=%', '&&&=', '{"a":1}', LONG, `a=${'&a='.repeat(20_000)}`),
        fc.string({ unit: 'binary', maxLength: 60 }),
      )
      .map((body): Change => () => ({ body, type: FORM_TYPE })),
  )

const bytesOf = (length: number) => fc.uint8Array({ maxLength: length }).map((bytes) => new Uint8Array(bytes))

const changedMultipart = (names: readonly string[]): fc.Arbitrary<Change> =>
  fc.oneof(
    fc.tuple(fc.constantFrom(...names, ...OTHERS), text).map(
      ([name, one]): Change =>
        (good) =>
          written('multipart', { ...good, [name]: one }),
    ),
    fc.tuple(fc.constantFrom(...names), bytesOf(200)).map(
      ([name, bytes]): Change =>
        (good) =>
          written('multipart', { ...good, [name]: new File([bytes], 'a.jpg', { type: 'image/jpeg' }) }),
    ),
    fc.constantFrom(...names).map(
      (name): Change =>
        (good) =>
          written('multipart', without(good, name)),
    ),
    // It ends somewhere.
    fc.nat(400).map((end): Change => (good) => ({
      body: (written('multipart', good).body as Blob).slice(0, end),
      type: MULTIPART_TYPE,
    })),
    fc
      .constantFrom('multipart/form-data', 'multipart/form-data; boundary=other', JSON_TYPE, FORM_TYPE, 'text/plain')
      .map((type): Change => (good) => ({ ...written('multipart', good), type })),
    bytesOf(200).map((body): Change => () => ({ body, type: MULTIPART_TYPE })),
  )

const CHANGED = { json: changedJson, none: changedJson, form: changedForm, multipart: changedMultipart }

/** Bodies that are not as their sender meant them, or are far from it. @param names of the fields of a good one */
export const changed = (kind: BodyCall['kind'], names: readonly string[]): fc.Arbitrary<Change> => CHANGED[kind](names)
