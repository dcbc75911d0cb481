import { describe, expect, it } from 'vitest'
import { timeUntil } from '#shared/time.ts'
import { nameSize } from '#web/card/name-size.ts'
import { getFittedSize, photoFault } from '#web/photo/photo.ts'
import { pickOther } from '#web/lib/pick-other.ts'
import { postOnXUrl } from '#web/share/post-on-x.ts'
import { clockTime } from '#web/lib/clock-time.ts'
import { typedText } from '#web/lib/typed-text.ts'

describe('a photo', () => {
  it.each([
    [4000, 3000, 1536, 1152],
    [3000, 4000, 1152, 1536],
    [800, 600, 800, 600],
    [30_000, 10, 1536, 1],
  ])('scales a photo of %i x %i px to %i x %i', (width, height, widthPx, heightPx) => {
    expect(getFittedSize(width, height)).toEqual({ widthPx, heightPx })
  })

  it('accepts a photo of exactly 50 MB, and refuses one byte more', () => {
    const file = { name: 'a.jpg', type: 'image/jpeg', size: 50 * 1024 * 1024 }
    expect(photoFault(file)).toBeNull()
    expect(photoFault({ ...file, size: file.size + 1 })?.code).toBe('FILE_TOO_LARGE')
  })
})

describe('a waiting time', () => {
  it.each([
    [86_400_000, '24 h'],
    [86_399_999, '24 h'],
    [86_340_000, '23 h 59 min'],
    [3_600_000, '1 h'],
    [61_000, '2 min'],
    [1, '1 min'],
    [-5, '1 min'],
  ])('formats a wait of %i ms as %s, rounded up', (milliseconds, words) => {
    expect(timeUntil(milliseconds).replaceAll('\u00a0', ' ')).toBe(words)
  })

  it('formats a duration as minutes and seconds', () => {
    expect([0, 999, 74_000, 3_600_000].map(clockTime)).toEqual(['0:00', '0:00', '1:14', '60:00'])
  })
})

describe('a name on the card', () => {
  it('sets a name as large as its plate allows, up to a maximum', () => {
    expect(nameSize('Ace')).toEqual({ sizeCqw: 14.6, lines: 1, ink: 0 })
    expect(nameSize('Hail Mary Larry').sizeCqw).toBeLessThan(14.6)
    expect(nameSize('WWWWWWWWWW').sizeCqw).toBeLessThan(nameSize('IIIIIIIIII').sizeCqw)
  })

  it.each(['xX_Ace_Xx', 'Françoise', 'Ģ', 'Q', 'محمد'])('raises a name by the ink below its baseline: %s', (name) => {
    const { sizeCqw, ink } = nameSize(name)
    expect(ink).toBeGreaterThan(0)
    expect(sizeCqw).toBeLessThan(14.6)
  })

  it.each(['x'.repeat(64), '🦆'.repeat(32), 'A nickname that has quite a lot to say about itself'])(
    'breaks a name into two lines when one line would be too small: %s',
    (name) => {
      const { sizeCqw, lines } = nameSize(name)
      expect(lines).toBe(2)
      expect(sizeCqw).toBeGreaterThan(2)
      expect(sizeCqw).toBeLessThanOrEqual(8)
    },
  )
})

describe('typed text', () => {
  it('keeps typed text until it is too long, and splits no character', () => {
    expect(typedText('Ace ', 64)).toBe('Ace ')
    expect(typedText('🦆'.repeat(40), 63)).toBe('🦆'.repeat(31))
  })
})

describe('a random pick', () => {
  it('picks any value but the current one', () => {
    const all = ['a', 'b', 'c']
    expect([0, 0.4, 0.5, 0.999].map((random) => pickOther(all, 'b', () => random))).toEqual(['a', 'a', 'c', 'c'])
  })
})

describe('a post on X', () => {
  it('encodes any text and URL in a post on X', () => {
    const url = new URL(postOnXUrl({ text: 'A & B #1?', url: 'https://cards.example/card/x?y=1' }))
    expect(url.searchParams.get('text')).toBe('A & B #1?')
    expect(url.searchParams.get('url')).toBe('https://cards.example/card/x?y=1')
  })
})
