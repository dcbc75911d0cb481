import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkText } from '#worker/backend/data/documents/chunk.ts'

const PARAGRAPHS = 'One two three. Four five six.\n\nSeven eight nine. Ten eleven.\n\nTwelve thirteen.'

test.each([
  [
    'between paragraphs',
    PARAGRAPHS,
    { size: 50, overlap: 0 },
    PARAGRAPHS.split('\n\n')
      .map((text, i) => (i === 1 ? `${text}\n\nTwelve thirteen.` : text))
      .slice(0, 2),
  ],
  [
    'between sentences',
    'One two three. Four five six.',
    { size: 20, overlap: 0 },
    ['One two three.', 'Four five six.'],
  ],
  [
    'between sentences without spaces',
    '一二三。四五六。七八九。',
    { size: 9, overlap: 0 },
    ['一二三。四五六。', '七八九。'],
  ],
  ['between words', 'alpha beta gamma delta', { size: 12, overlap: 0 }, ['alpha beta', 'gamma delta']],
  ['anywhere without word boundaries', 'abcdefgh', { size: 3, overlap: 0 }, ['abc', 'def', 'gh']],
  [
    'with overlapping words',
    'alpha beta gamma delta',
    { size: 14, overlap: 7 },
    ['alpha beta', 'beta gamma', 'gamma delta'],
  ],
  ['not at all when it is short', 'short', {}, ['short']],
  ['into no chunks when it is empty', ' \n ', {}, []],
])('splits a text %s', (_, text, options, chunks) => {
  expect(chunkText(text, options)).toEqual(chunks)
})

const seam = fc.constantFrom(' ', '\n', '\n\n', '. ', '。')
const sizes = fc.record({ size: fc.integer({ min: 8, max: 60 }), overlap: fc.nat(40) })

test('keeps every word once and in order, in chunks within the limit', () => {
  fc.assert(
    fc.property(fc.array(seam, { maxLength: 120 }), sizes, (seams, options) => {
      const words = seams.map((_, i) => `w${i}`)
      const chunks = chunkText(words.map((word, i) => word + seams[i]).join(''), options)
      const found = chunks.flatMap((chunk) => chunk.match(/w\d+/g) ?? []).map((word) => Number(word.slice(1)))
      expect([...new Set(found)]).toEqual(words.map((_, i) => i))
      for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(options.size)
    }),
  )
})

test('loses nothing of a text without words, and splits no character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'bc', ' ', '\n', '🏈', 'é'), maxLength: 400 })
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 60 }), fc.nat(30), (whole, size, overlap) => {
      const apart = chunkText(whole, { size, overlap: 0 }).join('')
      expect(apart.replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''))
      for (const chunk of chunkText(whole, { size, overlap })) expect(chunk).not.toMatch(/\p{Surrogate}/u)
    }),
  )
})
