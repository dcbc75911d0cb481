import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ARMOR_PROMPTS } from '#shared/domain/armor-prompts.ts'
import { ARMOR } from '#shared/domain/armor.ts'
import { downloadName } from '#shared/domain/card.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 12_000 })

describe('the prompt', () => {
  test('limits the prompt to 1000 characters, always with team, headgear and number', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEAMS),
        fc.constantFrom(...ARMOR),
        anyText,
        anyText,
        (team, armor, nickname, number) => {
          const prompt = buildPrompt({ nickname, number, team, armor })
          expect(prompt.length).toBeLessThanOrEqual(1000)
          expect(prompt).toContain(`Team colors: ${team.name}`)
          expect(prompt).toContain(`Headgear: ${ARMOR_PROMPTS[armor.id]}.`)
          expect(prompt).toContain('Jersey number: ')
        },
      ),
      { numRuns: 300 },
    )
  })

  test('quotes free text so that it cannot close its quotation marks', () => {
    fc.assert(
      fc.property(anyText, anyText, (nickname, number) => {
        const prompt = buildPrompt({ nickname, number, team: TEAMS[0]!, armor: ARMOR[0] })
        const marks = prompt.split('"').length - 1
        expect(marks).toBe(cutText(number, 8) === '' ? 2 : 4)
      }),
    )
  })

  test('puts all facts before the visitor’s text', () => {
    const prompt = buildPrompt({ nickname: 'Dallas Cowboys duck 99', number: '7', team: TEAMS[11]!, armor: ARMOR[1] })
    expect(prompt.indexOf('Dallas')).toBeGreaterThan(prompt.indexOf('Headgear:'))
    expect(prompt.indexOf('Dallas')).toBeGreaterThan(prompt.indexOf('Jersey number: "7"'))
  })
})

describe('long texts', () => {
  test('truncates a long text at its limit, but not within a character', () => {
    expect(cutText('x'.repeat(10_000), 64)).toBe('x'.repeat(64))
    expect(cutText(`${'x'.repeat(63)}👩‍👩‍👧`, 64)).toBe('x'.repeat(63))
    expect(cutText('e\u0301'.repeat(40), 64).length).toBe(64)
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 64 }), (text, max) => {
        expect(cutText(text, max).length).toBeLessThanOrEqual(max)
      }),
    )
  })

  test('removes line breaks and direction overrides, and keeps letters', () => {
    expect(cutText(' Ace\n\u202Eof \u0000 Spades ', 64)).toBe('Ace of Spades')
    expect(cutText('שלום', 64)).toBe('שלום')
  })
})

describe('the name of a download', () => {
  test.each([
    ['Captain Quack', 'Captain Quack-fantasy-card.jpg'],
    ['', 'player-fantasy-card.jpg'],
    ['../a:b"c', '.. a b c-fantasy-card.jpg'],
    ['Zoë', 'Zoë-fantasy-card.jpg'],
  ])('names a download of %j %s', (nickname, name) => expect(downloadName(nickname)).toBe(name))
})
