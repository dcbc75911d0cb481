import { describe, expect, it } from 'vitest'
import { toGraphemes } from '#shared/design/letters/drawable.ts'
import { breakLines, toRuns } from '#worker/render/card/name-lines.ts'
import { detectScript } from '#shared/design/letters/scripts.ts'
import { getSerial } from '#worker/render/card/serial.ts'
import { findOffenders } from '../../support/offenders.ts'

const getText = (line: readonly { text: string }[]): string => line.map(({ text }) => text).join('')
const drawn = (name: string): string => getText(toGraphemes(name, detectScript(name)))

describe('the script of a nickname', () => {
  it('detects the script of a nickname by its characters', async () => {
    const offenders = await findOffenders(
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
      ([name, script]) => expect(detectScript(name)).toBe(script),
    )
    expect(offenders).toEqual([])
  })
})

describe('a nickname in another script', () => {
  it('draws a nickname in the letters of its script', async () => {
    const offenders = await findOffenders(
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

  it('breaks a nickname between characters, never within one', () => {
    const name = 'שָׁלוֹםשָׁלוֹםשָׁלוֹםשָׁלוֹם'
    const graphemes = toGraphemes(name, 'hebrew')
    for (const count of [2, 3]) {
      const lines = breakLines(graphemes, count)
      expect(lines.map(getText).join('')).toBe(name.normalize('NFC'))
      for (const line of lines) expect(getText(line)).toMatch(/^\p{L}/u)
    }
  })

  it('replaces a character missing from its font and the Latin one with a bullet', () => {
    expect(drawn('日本🏈')).toBe('日本🏈')
    expect(drawn('日本 👩‍👧‍👦')).toBe('日本 👩👧👦')
    expect(drawn('Ace 👩‍🚀 🇩🇪')).toBe('ACE 👩🚀 •')
    expect(drawn('Привет ก')).toBe('ПРИВЕТ •')
  })

  it('uses one script besides Latin: the one with the most letters', () => {
    expect(drawn('Привет αβ Joe')).toBe('ПРИВЕТ •• JOE')
  })
})

describe('the lines of a long nickname', () => {
  const lines = (name: string, count: number) => breakLines(toGraphemes(name, detectScript(name)), count).map(getText)

  it('breaks a long nickname between words', () => {
    expect(lines('The Quick Brown Fox Of Texas', 2)).toEqual(['THE QUICK BROWN', 'FOX OF TEXAS'])
    expect(lines('우리 동네 축구왕 김철수', 2)).toEqual(['우리 동네', '축구왕 김철수'])
  })

  it('breaks Japanese anywhere, except before a mark that belongs to the previous character', () => {
    expect(lines('漢字漢字漢字', 3)).toEqual(['漢字', '漢字', '漢字'])
    expect(lines('スーパースター', 3).every((line) => !line.startsWith('ー'))).toBe(true)
  })

  it('breaks an overlong word in the middle', () => {
    expect(lines('W'.repeat(60), 3)).toEqual(['W'.repeat(20), 'W'.repeat(20), 'W'.repeat(20)])
  })

  it('keeps letters of one font together', () => {
    const name = 'محمد Joe 7'
    expect(toRuns(toGraphemes(name, 'arabic')).map(({ text }) => text)).toEqual(['محمد', ' JOE 7'])
  })
})

describe('a serial number', () => {
  it('derives a serial number from the id, in unambiguous characters', () => {
    expect(getSerial('a')).toBe(getSerial('a'))
    expect(getSerial('3c1f0a')).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{3}$/)
  })

  it('gives ten thousand cards nearly always different serial numbers', () => {
    const serials = new Set(Array.from({ length: 10_000 }, (_, i) => getSerial(`card-${i}`)))
    expect(serials.size).toBeGreaterThanOrEqual(9_998)
  })
})
