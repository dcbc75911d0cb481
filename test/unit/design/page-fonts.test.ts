import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { STATIC_PAGES } from '#worker/edge/pages/head.ts'

type Face = readonly [name: string, weight: string]
const { FACES, LETTERS, getFontPath, createSubset } = (await import(
  new URL('../../../web/fonts.mjs', import.meta.url).href
)) as {
  FACES: readonly Face[]
  LETTERS: string
  getFontPath: (face: Face) => string
  createSubset: (face: Face) => Promise<Buffer>
}
const rules = readFileSync('web/src/styles/fonts.css', 'utf8').split('@font-face').slice(1)

/** Parses the characters of a `unicode-range`. */
function parseCharacters(rule: string): Set<number> {
  const ranges = /unicode-range:([^;]+);/.exec(rule)![1]!.split(',')
  return new Set(
    ranges.flatMap((range) => {
      const [first, last = first] = range.trim().slice(2).split('-')
      const start = Number.parseInt(first!, 16)
      return Array.from({ length: Number.parseInt(last!, 16) - start + 1 }, (_, i) => start + i)
    }),
  )
}

describe('the first font files', () => {
  test.each(FACES)('matches the font subset with the installed package: %s %s', async (...face) => {
    expect(readFileSync(getFontPath(face)).equals(await createSubset(face))).toBe(true)
  })

  test.each(FACES)(
    'uses the subset only for its letters, and the whole Latin file for others: %s %s',
    (name, weight) => {
      const small = rules.find((rule) => rule.includes(`/${name}-ascii-${weight}-`))!
      const whole = rules.find((rule) => rule.includes(`/${name}-latin-${weight}-`))!
      const [few, others] = [parseCharacters(small), parseCharacters(whole)]
      expect(few).toEqual(new Set(Array.from(LETTERS, (letter) => letter.codePointAt(0)!)))
      expect([...others].filter((character) => few.has(character))).toEqual([])
      const missing = [...'éÑüßœ€“™„'].filter((letter) => ![few, others].some((set) => set.has(letter.codePointAt(0)!)))
      expect(missing).toEqual([])
    },
  )

  // This test reads `web/server`. Run `npm run build` first.
  test('covers every letter of the static pages with the font subset', async () => {
    const { renderPage } = await import('#pages')
    for (const path of STATIC_PAGES) {
      const send = () => Promise.reject(new TypeError('no network'))
      const { html } = await renderPage({ url: new URL(path, 'https://cards.example'), send, now: 0 })
      expect([...new Set(html)].filter((letter) => !LETTERS.includes(letter))).toEqual([])
    }
  })
})
