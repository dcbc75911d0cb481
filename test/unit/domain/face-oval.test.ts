import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GenerationForm } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { type FaceOval, readFaceOval, describeFaceOval } from '#shared/domain/face-oval.ts'
import { PROMPT_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { TEAMS } from '#shared/domain/team.ts'

const ovals = fc.record({
  cx: fc.double({ min: 0, max: 1, noNaN: true }),
  cy: fc.double({ min: 0, max: 1, noNaN: true }),
  s: fc.double({ min: 0.02, max: 1.5, noNaN: true }),
  roll: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
})
const oval: FaceOval = { cx: 0.44, cy: 0.21, s: 0.205, roll: -0.3 }
const createPrompt = (nickname: string, face: FaceOval | null, number = '7') =>
  buildPrompt({ nickname, number, team: TEAMS[0]!, armor: getArmor('duck')!, face })

describe('the face oval', () => {
  test('reads an oval back from the prompt with four decimals', () => {
    fc.assert(
      fc.property(ovals, fc.string({ unit: 'grapheme', maxLength: 80 }), (oval, nickname) => {
        const prompt = createPrompt(nickname, oval)
        const read = readFaceOval(prompt)!
        for (const key of ['cx', 'cy', 's', 'roll'] as const) expect(read[key]).toBeCloseTo(oval[key], 3.9)
        expect(prompt.length).toBeLessThanOrEqual(PROMPT_MAX_CHARACTERS)
      }),
    )
  })

  test('puts the oval before the visitor’s text', () => {
    const prompt = createPrompt('Ace', oval)
    expect(prompt.indexOf(describeFaceOval(oval))).toBeGreaterThan(0)
    expect(prompt.indexOf(describeFaceOval(oval))).toBeLessThan(prompt.indexOf('"7"'))
  })

  test('finds no oval in a prompt without one', () => {
    expect(readFaceOval(createPrompt('Ace', null))).toBeNull()
  })

  test.each([
    'Face in the photo: center 1.2000 0.5000, size 0.2000, lean 0.0000.',
    'Face in the photo: center 0.5000 -0.5000, size 0.2000, lean 0.0000.',
    'Face in the photo: center 0.5000 0.5000, size 9.0000, lean 0.0000.',
    'Face in the photo: center 0.5000 0.5000, size 0.2000, lean 9.0000.',
    'Face in the photo: center 0.5 0.5, size 0.2, lean 0.',
    'Face in the photo: center NaN Infinity, size 0.2000, lean 0.0000.',
    'Face in the photo: center 0.5000 0.5000, size 0.2000.',
  ])('ignores a malformed oval sentence: %j', (sentence) => expect(readFaceOval(sentence)).toBeNull())
})

describe('the form field of an oval', () => {
  const fieldsWith = (face: string) => GenerationForm.safeParse({ team: 'Chicago Bears', face })

  test('reads an oval from JSON, upright by default', () => {
    expect(fieldsWith('{"cx":0.5,"cy":0.25,"s":0.3}').data?.face).toEqual({ cx: 0.5, cy: 0.25, s: 0.3, roll: 0 })
    expect(GenerationForm.parse({ team: 'Chicago Bears' }).face).toBeUndefined()
  })

  test.each([
    '',
    'null',
    '{"cx":0.5}',
    '{"cx":"0.5","cy":0.5,"s":0.3}',
    '{"cx":2,"cy":0.5,"s":0.3}',
    '{"cx":0.5,"cy":0.5,"s":0}',
    '{"cx":0.5,"cy":0.5,"s":0.3,"roll":7}',
    '{cx:0.5}',
    '{"cx":1e999,"cy":0.5,"s":0.3}',
  ])('names the field of a malformed oval: %j', (face) => {
    expect(fieldsWith(face).error?.issues[0]?.path[0]).toBe('face')
  })
})
