import { describe, expect, test } from 'vitest'
import { fileNameOf, pathOf } from '#worker/backend/storage/path.ts'
import { offendersOf } from '../../support/offenders.ts'

const LONG = 'x'.repeat(512)

describe('a path', () => {
  test('is kept as it is, in one normal form', async () => {
    const offenders = await offendersOf(
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
        // One name written in two ways is one path.
        ['caf\u00e9.jpg', 'caf\u00e9.jpg'],
        ['cafe\u0301.jpg', 'caf\u00e9.jpg'],
        ['\u1112\u1161\u11ab', '\ud55c'],
      ],
      JSON.stringify,
      ([text, path]) => expect(pathOf(text)).toBe(path),
    )
    expect(offenders).toEqual([])
  })

  test('is refused when it is empty, climbs or cannot be printed', async () => {
    const offenders = await offendersOf(
      [
        ['nothing', ''],
        ['a leading slash', '/a'],
        ['a trailing slash', 'a/'],
        ['two slashes', 'a//b'],
        ['only slashes', '//'],
        ['the folder itself', '.'],
        ['a step within', 'a/./b'],
        ['the folder above', '..'],
        ['a step up', 'a/../b'],
        ['a step up at the end', 'a/..'],
        ['a step up first', '../a'],
        ['backslashes', 'a\\b'],
        ['steps of backslashes', '..\\..\\a'],
        ['an encoded step', '%2e%2e/a'],
        ['a half-encoded step', '.%2E/a'],
        ['an encoded slash before a step', 'a%2f..%2fb'],
        ['a leading encoded slash', '%2Fetc'],
        ['an encoded backslash', 'a%5cb'],
        ['a step encoded twice', '%252e%252e/a'],
        ['a step encoded three times', '%25252e%25252e/a'],
        ['an encoded null', 'a%00.jpg'],
        ['a null', 'a\0b'],
        ['a line break', 'a\nb'],
        ['a carriage return', 'a\rb'],
        ['an escape', 'a\u001bb'],
        ['DEL', 'a\u007fb'],
        ['a C1 control', 'a\u0085b'],
        ['a line separator', 'a\u2028b'],
        ['a paragraph separator', 'a\u2029b'],
        ['a name turned around', 'photo\u202egpj.exe'],
        ['an isolated direction', 'a\u2066b'],
        ['half a character', 'a\ud800b'],
        ['513 bytes', `${LONG}x`],
        ['512 characters of two bytes', 'é'.repeat(512)],
        ['4 KB', 'x'.repeat(4096)],
        ['the uploads of others under way', 'tmp/0123456789abcdef'],
      ],
      JSON.stringify,
      ([, text]) => expect(pathOf(text)).toBeNull(),
    )
    expect(offenders).toEqual([])
  })

  test('is at most 512 bytes long in the form it is kept in', () => {
    expect(pathOf('e\u0301'.repeat(256))).toBe('\u00e9'.repeat(256))
    expect(pathOf('e\u0301'.repeat(257))).toBeNull()
  })

  test('is the same when it is read again', () => {
    for (const text of ['cafe\u0301/a', 'a%20b', '日本']) expect(pathOf(pathOf(text)!)).toBe(pathOf(text))
  })
})

test('gives a file name that no header or system misreads', async () => {
  const offenders = await offendersOf(
    [
      ['card.jpg', 'card.jpg'],
      ['x/ü\\y.jpg', 'x_ü_y.jpg'],
      ['a\r\nset-cookie: b', 'a__set-cookie: b'],
      ['photo\u202egpj.exe', 'photo_gpj.exe'],
      ['half \ud800', 'half _'],
      ['🏈.png', '🏈.png'],
    ],
    JSON.stringify,
    ([text, name]) => expect(fileNameOf(text)).toBe(name),
  )
  expect(offenders).toEqual([])
})
