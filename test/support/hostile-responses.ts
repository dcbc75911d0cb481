/** Returns values that resemble an expected string but differ from it. @param right the expected string */
export const wrongTexts = (right: string): unknown[] => [
  undefined,
  null,
  '',
  0,
  1,
  true,
  Number.NaN,
  {},
  [],
  [right],
  { toString: right },
  `${right} `,
  ` ${right}`,
  `${right}\u0000`,
  `${right}\n`,
  `${right}x`,
  right.slice(0, -1),
  right.toUpperCase() === right ? right.toLowerCase() : right.toUpperCase(),
  `*`,
  '.*',
  'undefined',
  'null',
  '__proto__',
]

const LONG = 'x'.repeat(9_000)
const notTokens = [null, '', 7, true, {}, [], ['t'], ' ', 'a b', 'a\r\nb', 'a\tb', 'a\u0000', 'é', '\u202e', 'ａ', LONG]
const notSeconds = [null, 0, -1, '900', 'soon', '', Number.NaN, Infinity, -Infinity, true, {}, [900]]
const notTypes = [null, '', 7, 'Basic', 'mac', 'Bearer ', 'Bearer x', ['Bearer'], {}]

/** Names and invalid values of members of an otherwise valid token response. */
export const WRONG_MEMBERS: readonly (readonly [name: string, value: unknown])[] = [
  ...[undefined, ...notTokens].map((value) => ['access_token', value] as const),
  ...notTokens.map((value) => ['refresh_token', value] as const),
  ...notTypes.map((value) => ['token_type', value] as const),
  ...notSeconds.map((value) => ['expires_in', value] as const),
  ...notSeconds.map((value) => ['refresh_expires_in', value] as const),
]

/** Values that are not an object with tokens. */
export const NO_OBJECTS: readonly unknown[] = [
  undefined,
  null,
  '',
  'BLINK_AUTH_TOKENS',
  '{"access_token":"u1-1"}',
  7,
  true,
  [],
  [{ access_token: 'u1-1' }],
  {},
  { tokens: { access_token: 'u1-1' } },
  { accessToken: 'u1-1' },
  { ['__proto__']: { access_token: 'u1-1', expires_in: 900 } },
]

/** Codes outside the catalog, some of which are names of object members. */
export const NO_CODES: readonly unknown[] = [
  undefined,
  null,
  '',
  7,
  {},
  [],
  ['POPUP_CANCELED'],
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'popup_canceled',
  'POPUP_CANCELED ',
  'access_denied',
  '<script>',
]
