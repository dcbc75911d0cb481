import { describe, expect, test } from 'vitest'
import { indexAt, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { disc, isHead, map, masked, person, POSE, seenWith } from './masked-head.ts'

describe('a hand', () => {
  const longHair = (x: number, y: number) =>
    Math.abs(x) > 40 && Math.abs(x) < 84 && y > -40 && y < 78 ? KIND.hair : null

  test('is painted over with the face around it in front of the chin', () => {
    const { crop, hand } = masked(seenWith((x, y) => (Math.abs(x) < 16 && y > 46 && y < 110 ? KIND.bodySkin : null)))
    const bare = masked(person).crop
    const at = (of: typeof crop) => of.lightness[indexAt(of.grid, 0, 50)]!
    expect(hand![indexAt(toHalfGrid(crop.grid), 0, 50)]).toBe(1)
    expect(at(crop)).toBeCloseTo(at(bare), 3)
  })

  test('is painted over where light fingers touch the chin from below, without a longer chin', () => {
    const isFinger = (x: number, y: number) => x > -20 && x < 8 && y > map.points[152]!.y - 2.5 && y < 70
    const chin = map.points[152]!.y - 1
    const seen = seenWith((x, y) => (isFinger(x, y) ? KIND.bodySkin : null))
    /** The chin lies in the color of the wall, which is darker than the fingers. */
    const shown = (x: number, y: number) => {
      if (isFinger(x, y)) return KIND.faceSkin
      return seen(x, y) === KIND.faceSkin ? KIND.background : seen(x, y)
    }
    const head = masked(seen, POSE, true, shown)
    const at = (y: number) => head.crop.lightness[indexAt(head.crop.grid, 0, y)]!
    expect(head.hand![indexAt(toHalfGrid(head.crop.grid), 0, chin)]).toBe(1)
    expect(at(chin)).toBeCloseTo(at(chin - 10), 1)
    expect(isHead(head, 0, chin + 6)).toBe(false)
  })

  test('has no hair between its fingers below the chin', () => {
    const gap = disc(-14, 74, 5, KIND.hair)
    const head = masked(seenWith(gap))
    const hair = head.kind.filter((kind, i) => {
      const half = toHalfGrid(head.crop.grid)
      return kind === KIND.hair && Math.floor(i / half.w) / half.perUnit + half.y0 > 60
    })
    expect(hair.length).toBe(0)
  })

  test('stays in front of the lips, because a face without lips would be blank', () => {
    expect(masked(seenWith((x, y) => (Math.abs(x) < 30 && y > 18 ? KIND.bodySkin : null))).hand).toBeNull()
  })

  test('leaves no hole in long hair beside the cheek', () => {
    const fist = disc(58, 24, 12, KIND.bodySkin)
    const head = masked(seenWith((x, y) => fist(x, y) ?? longHair(x, y)))
    const i = indexAt(toHalfGrid(head.crop.grid), 58, 24)
    expect(isHead(head, 58, 24)).toBe(true)
    expect(head.kind[i]).toBe(KIND.hair)
    expect(head.behindHands[i]).toBe(1)
  })

  test('adds no hair beside short hair', () => {
    const head = masked(seenWith(disc(70, 30, 14, KIND.bodySkin)))
    expect(isHead(head, 70, 30)).toBe(false)
    expect(Math.max(...head.behindHands)).toBe(0)
  })

  test('does not widen the face at the temple', () => {
    const without = masked(person)
    const finger = masked(seenWith((x, y) => (x > 42 && x < 90 && Math.abs(y + 14) < 5 ? KIND.bodySkin : null)))
    for (const x of [52, 60, 70]) expect(isHead(finger, x, -14)).toBe(false)
    expect(isHead(without, 36, -14)).toBe(true)
    expect(isHead(finger, 36, -14)).toBe(true)
  })

  test('is not seen where the net takes a temple for another part of the body', () => {
    const temple = seenWith((x, y) => (x > 24 && x < 40 && y < -20 && y > -40 ? KIND.bodySkin : null))
    expect(masked(temple).hand).toBeNull()
  })

  test('leaves no bite in the brim of a hat', () => {
    const hat = (x: number, y: number) => (y < -32 && y > -78 && Math.abs(x) < (y > -52 ? 84 : 46) ? KIND.others : null)
    const fingers = (x: number, y: number) => (x > 58 && x < 70 && y > -44 && y < 60 ? KIND.bodySkin : null)
    const head = masked(seenWith((x, y) => fingers(x, y) ?? hat(x, y)))
    const { grid } = head.crop
    const at = (x: number, y: number) => head.crop.lightness[indexAt(grid, x, y)]!
    expect([isHead(head, 64, -38), isHead(head, 64, -10)]).toEqual([true, false])
    expect(head.kind[indexAt(toHalfGrid(grid), 64, -38)]).toBe(KIND.others)
    expect(at(64, -38)).toBeCloseTo(at(48, -44), 2)
  })

  test('is replaced with hair like an earring that hangs below the lobes', () => {
    const earring = disc(52, 40, 11, KIND.others)
    const head = masked(seenWith((x, y) => earring(x, y) ?? longHair(x, y)))
    expect(isHead(head, 54, 44)).toBe(true)
    expect(head.kind[indexAt(toHalfGrid(head.crop.grid), 54, 44)]).toBe(KIND.hair)
  })

  test('adds no hair where a raised arm lies behind it', () => {
    const arm = seenWith((x, y) => (x > 40 && Math.abs(y + 50) < 14 ? KIND.bodySkin : null))
    const head = masked(arm)
    expect(isHead(head, 76, -50)).toBe(false)
  })
})
