import { describe, expect, it } from 'vitest'
import { graphemesOf } from '#shared/design/letters/drawable.ts'
import { linesOf, runsOf } from '#worker/render/card/name-lines.ts'
import { scriptOf } from '#shared/design/letters/scripts.ts'
import { serialOf } from '#worker/render/card/serial.ts'
import { offendersOf } from '../../support/offenders.ts'

const textOf = (line: readonly { text: string }[]): string => line.map(({ text }) => text).join('')
const drawn = (name: string): string => textOf(graphemesOf(name, scriptOf(name)))

describe('the script of a nickname', () => {
  it('is told by its characters', async () => {
    const offenders = await offendersOf(
      [
        ['Joe', null],
        ['Łukasz Žižek', null],
        ['🏈', 'emoji'],
        ['Ace 🏈', 'emoji'],
        ['日本🏈', 'japanese'],
        ['•', null],
        ['Ace 👩‍🚀', 'emoji'],
        ['日本 👩‍👧‍👦', 'japanese'],
        ['김치。、「」', 'korean'],
        ['Νίκος', 'greek'],
        ['Цыплёнок', 'cyrillic'],
        ['محمد', 'arabic'],
        ['שלום Joe', 'hebrew'],
        ['日本', 'japanese'],
        ['サッカー', 'japanese'],
        ['김치', 'korean'],
        ['김치대장 日', 'korean'],
      ],
      JSON.stringify,
      ([name, script]) => expect(scriptOf(name)).toBe(script),
    )
    expect(offenders).toEqual([])
  })
})

describe('a nickname in another script', () => {
  it('is drawn in the letters of its script', async () => {
    const offenders = await offendersOf(
      [
        ['Νίκος', 'ΝΙΚΟΣ'],
        ['Щедрый Цыплёнок', 'ЩЕДРЫЙ ЦЫПЛЁНОК'],
        ['محمد الأسد', 'محمد الأسد'],
        ['שָׁלוֹם', 'שָׁלוֹם'.normalize('NFC')],
        ['サッカー太郎', 'サッカー太郎'],
        ['ﾊﾟﾝﾀﾞ太郎', 'パンダ太郎'],
        ['김치', '김치'],
        ['김치', '김치'],
      ],
      JSON.stringify,
      ([name, expected]) => expect(drawn(name)).toBe(expected),
    )
    expect(offenders).toEqual([])
  })

  it('is never torn within a character', () => {
    const name = 'שָׁלוֹםשָׁלוֹםשָׁלוֹםשָׁלוֹם'
    const graphemes = graphemesOf(name, 'hebrew')
    for (const count of [2, 3]) {
      const lines = linesOf(graphemes, count)
      expect(lines.map(textOf).join('')).toBe(name.normalize('NFC'))
      for (const line of lines) expect(textOf(line)).toMatch(/^\p{L}/u)
    }
  })

  it('has a bullet for what neither its face nor the Latin one can draw', () => {
    expect(drawn('日本🏈')).toBe('日本🏈')
    expect(drawn('日本 👩‍👧‍👦')).toBe('日本 👩👧👦')
    expect(drawn('Ace 👩‍🚀 🇩🇪')).toBe('ACE 👩🚀 •')
    expect(drawn('Привет ก')).toBe('ПРИВЕТ •')
  })

  it('has one script besides Latin, the one with most letters', () => {
    expect(drawn('Привет αβ Joe')).toBe('ПРИВЕТ •• JOE')
  })
})

describe('the lines of a long nickname', () => {
  const lines = (name: string, count: number) => linesOf(graphemesOf(name, scriptOf(name)), count).map(textOf)

  it('break between words', () => {
    expect(lines('The Quick Brown Fox Of Texas', 2)).toEqual(['THE QUICK BROWN', 'FOX OF TEXAS'])
    expect(lines('우리 동네 축구왕 김철수', 2)).toEqual(['우리 동네', '축구왕 김철수'])
  })

  it('break anywhere in Japanese, but not before a mark that belongs to the character before it', () => {
    expect(lines('漢字漢字漢字', 3)).toEqual(['漢字', '漢字', '漢字'])
    expect(lines('スーパースター', 3).every((line) => !line.startsWith('ー'))).toBe(true)
  })

  it('break in the middle of a word that has no end', () => {
    expect(lines('W'.repeat(60), 3)).toEqual(['W'.repeat(20), 'W'.repeat(20), 'W'.repeat(20)])
  })

  it('keep letters of one face together', () => {
    const name = 'محمد Joe 7'
    expect(runsOf(graphemesOf(name, 'arabic')).map(({ text }) => text)).toEqual(['محمد', ' JOE 7'])
  })
})

describe('a serial number', () => {
  it('follows from the id alone, in figures that are not confused', () => {
    expect(serialOf('a')).toBe(serialOf('a'))
    expect(serialOf('3c1f0a')).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{3}$/)
  })

  it('differs between ten thousand cards, but for a chance of one in hundreds', () => {
    const serials = new Set(Array.from({ length: 10_000 }, (_, i) => serialOf(`card-${i}`)))
    expect(serials.size).toBeGreaterThanOrEqual(9_998)
  })
})
