import { describe, expect, test } from 'vitest'
import { parsePath, toFileName } from '#worker/backend/storage/path.ts'
import { findOffenders } from '../../support/offenders.ts'

const LONG = 'x'.repeat(512)

describe('a path', () => {
  test('normalizes a path', async () => {
    const offenders = await findOffenders(
      [
        ['a.jpg', 'a.jpg'],
        ['cards/a b (1).jpg', 'cards/a b (1).jpg'],
        ['a/.hidden', 'a/.hidden'],
        ['a/..b/c...d', 'a/..b/c...d'],
        ['100%.txt', '100%.txt'],
        ['a%20b', 'a%20b'],
        ['日本/🏈.png', '日本/🏈.png'],
        ['שלום.txt', 'שלום.txt'],
        ['👩‍🚀.png', '👩‍🚀.png'],
        ['tmpfiles/a', 'tmpfiles/a'],
        [LONG, LONG],
        // Both Unicode forms of a name are one path.
        ['caf\u00e9.jpg', 'caf\u00e9.jpg'],
        ['cafe\u0301.jpg', 'caf\u00e9.jpg'],
        ['\u1112\u1161\u11ab', '\ud55c'],
      ],
      JSON.stringify,
      ([text, path]) => expect(parsePath(text)).toBe(path),
    )
    expect(offenders).toEqual([])
  })

  test('rejects a path that is empty, traverses upwards or has control characters', async () => {
    const offenders = await findOffenders(
      [
        ['an empty path', ''],
        ['a leading slash', '/a'],
        ['a trailing slash', 'a/'],
        ['two slashes', 'a//b'],
        ['only slashes', '//'],
        ['the folder itself', '.'],
        ['a dot segment', 'a/./b'],
        ['the folder above', '..'],
        ['a parent segment', 'a/../b'],
        ['a trailing parent segment', 'a/..'],
        ['a leading parent segment', '../a'],
        ['backslashes', 'a\\b'],
        ['backslash parent segments', '..\\..\\a'],
        ['an encoded parent segment', '%2e%2e/a'],
        ['a half-encoded parent segment', '.%2E/a'],
        ['encoded slashes around a parent segment', 'a%2f..%2fb'],
        ['a leading encoded slash', '%2Fetc'],
        ['an encoded backslash', 'a%5cb'],
        ['a doubly encoded parent segment', '%252e%252e/a'],
        ['a triply encoded parent segment', '%25252e%25252e/a'],
        ['an encoded null', 'a%00.jpg'],
        ['a null', 'a\0b'],
        ['a line break', 'a\nb'],
        ['a carriage return', 'a\rb'],
        ['an escape', 'a\u001bb'],
        ['DEL', 'a\u007fb'],
        ['a C1 control', 'a\u0085b'],
        ['a line separator', 'a\u2028b'],
        ['a paragraph separator', 'a\u2029b'],
        ['a direction override', 'photo\u202egpj.exe'],
        ['a direction isolate', 'a\u2066b'],
        ['a lone surrogate', 'a\ud800b'],
        ['513 bytes', `${LONG}x`],
        ['512 characters of two bytes', 'é'.repeat(512)],
        ['4 KB', 'x'.repeat(4096)],
        ['the folder of unfinished uploads', 'tmp/0123456789abcdef'],
      ],
      JSON.stringify,
      ([, text]) => expect(parsePath(text)).toBeNull(),
    )
    expect(offenders).toEqual([])
  })

  test('limits a path to 512 bytes in its normal form', () => {
    expect(parsePath('e\u0301'.repeat(256))).toBe('\u00e9'.repeat(256))
    expect(parsePath('e\u0301'.repeat(257))).toBeNull()
  })

  test('is idempotent for a normalized path', () => {
    for (const text of ['cafe\u0301/a', 'a%20b', '日本']) expect(parsePath(parsePath(text)!)).toBe(parsePath(text))
  })
})

test('builds a file name that is safe in headers and file systems', async () => {
  const offenders = await findOffenders(
    [
      ['card.jpg', 'card.jpg'],
      ['x/ü\\y.jpg', 'x_ü_y.jpg'],
      ['a\r\nset-cookie: b', 'a__set-cookie: b'],
      ['photo\u202egpj.exe', 'photo_gpj.exe'],
      ['half \ud800', 'half _'],
      ['🏈.png', '🏈.png'],
    ],
    JSON.stringify,
    ([text, name]) => expect(toFileName(text)).toBe(name),
  )
  expect(offenders).toEqual([])
})
