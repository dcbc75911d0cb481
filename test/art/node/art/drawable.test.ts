import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawable, drawableNumber, undrawnIn } from '#shared/design/letters/drawable.ts'
import { offendersOf } from '../../../support/offenders.ts'

describe('a name on a card', () => {
  it('is drawn in letters the font has', async () => {
    const offenders = await offendersOf(
      [
        ['Captain Quack', 'CAPTAIN QUACK'],
        ['Zoë Žižek Łukasz', 'ZOË ŽIŽEK ŁUKASZ'],
        ['Zoe\u0308', 'ZOË'],
        ['Nguyễn Phượng', 'NGUYỄN PHƯỢNG'],
        ['Nguyễn Phượng'.normalize('NFD'), 'NGUYỄN PHƯỢNG'],
        ['straße', 'STRASSE'],
        ['Ace 🏈', 'ACE \u2022'],
        ['👨‍👩‍👧', '\u2022'],
        ['مرحبا', '\u2022\u2022\u2022\u2022\u2022'],
        ['日本', '\u2022\u2022'],
        ['𝓙𝓸𝓮', 'JOE'],
        ['Ａｃｅ', 'ACE'],
        ['Z̸̢a̶l̷g̵o̸', 'ZALGO'],
        ['a\u200bb\u202ec', 'ABC'],
        ['\u0301', ''],
      ],
      JSON.stringify,
      ([name, drawn]) => {
        expect(drawable(name)).toBe(drawn)
      },
    )
    expect(offenders).toEqual([])
  })

  it('has its number in figures', async () => {
    const offenders = await offendersOf(
      [
        ['٢٣', '23'],
        ['۴۵', '45'],
        ['１２', '12'],
        ['二三', '23'],
        ['〇七', '07'],
        ['९०', '90'],
        ['𝟟', '7'],
        ['12B', '12B'],
        ['十', '\u2022'],
      ],
      JSON.stringify,
      ([number, digits]) => {
        expect(drawableNumber(number)).toBe(digits)
      },
    )
    expect(offenders).toEqual([])
  })

  it('says what it cannot draw, each once, as it was typed', () => {
    expect(undrawnIn('Ace 🏈🔥🏈', null)).toEqual(['🏈', '🔥'])
    expect(undrawnIn('Ace 日本', null)).toEqual(['日', '本'])
    expect(undrawnIn('Ace 日本 👩‍🚀 Привет', 'japanese')).toEqual(['П', 'р', 'и', 'в', 'е', 'т'])
    expect(undrawnIn('Zoë • 𝓙𝓸𝓮 straße', null)).toEqual([])
  })

  it('is made of single letters the font has, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (name) => {
        expect(drawable(name)).not.toMatch(
          /[\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Extended_Pictographic}\u{10000}-\u{10ffff}]/u,
        )
      }),
    )
  })
})
