import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { STATIC_PAGES } from '#worker/edge/pages/head.ts'

type Face = readonly [name: string, weight: string]
const { FACES, LETTERS, pathOf, subsetOf } = (await import(
  new URL('../../../.dev/fonts.mjs', import.meta.url).href
)) as {
  FACES: readonly Face[]
  LETTERS: string
  pathOf: (face: Face) => string
  subsetOf: (face: Face) => Promise<Buffer>
}
const rules = readFileSync('web/src/styles/fonts.css', 'utf8').split('@font-face').slice(1)

/** The characters of a `unicode-range`. */
function charactersOf(rule: string): Set<number> {
  const ranges = /unicode-range:([^;]+);/.exec(rule)![1]!.split(',')
  return new Set(
    ranges.flatMap((range) => {
      const [first, last = first] = range.trim().slice(2).split('-')
      const start = Number.parseInt(first!, 16)
      return Array.from({ length: Number.parseInt(last!, 16) - start + 1 }, (_, i) => start + i)
    }),
  )
}

describe('the font files that every page starts with', () => {
  test.each(FACES)('are what the package of today holds of those letters: %s %s', async (...face) => {
    expect(readFileSync(pathOf(face)).equals(await subsetOf(face))).toBe(true)
  })

  test.each(FACES)('are used for those letters alone, and the whole Latin file for others: %s %s', (name, weight) => {
    const small = rules.find((rule) => rule.includes(`/${name}-ascii-${weight}-`))!
    const whole = rules.find((rule) => rule.includes(`/${name}-latin-${weight}-`))!
    const [few, others] = [charactersOf(small), charactersOf(whole)]
    expect(few).toEqual(new Set(Array.from(LETTERS, (letter) => letter.codePointAt(0)!)))
    expect([...others].filter((character) => few.has(character))).toEqual([])
    const missing = [...'éÑüßœ€“™„'].filter((letter) => ![few, others].some((set) => set.has(letter.codePointAt(0)!)))
    expect(missing).toEqual([])
  })

  // This test reads `web/server`: run `npm run build` before.
  test('have every letter that the pages are written with', async () => {
    const { renderPage } = await import('#pages')
    for (const path of STATIC_PAGES) {
      const send = () => Promise.reject(new TypeError('no network'))
      const { html } = await renderPage({ url: new URL(path, 'https://cards.example'), send, now: 0 })
      expect([...new Set(html)].filter((letter) => !LETTERS.includes(letter))).toEqual([])
    }
  })
})
