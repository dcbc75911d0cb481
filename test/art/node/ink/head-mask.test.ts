import { describe, expect, test } from 'vitest'
import { eachPixel } from '#worker/artist/ink/field/grid.ts'
import type { HeadMask } from '#worker/artist/ink/study/head-mask.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import type { Pose } from '#worker/graphics/picture.ts'
import { disc, isHead, masked, person, PHOTO_PX, POSE, type Seen, seenWith } from './masked-head.ts'

describe('a head', () => {
  test('masks face, ears and hair, without the wall, the neck and the shirt', () => {
    const head = masked(person)
    for (const [x, y] of [
      [0, 0],
      [0, 60],
      [0, -74],
      [48, 2],
      [-48, 2],
      [40, -40],
    ] as const)
      expect([x, y, isHead(head, x, y)]).toEqual([x, y, true])
    for (const [x, y] of [
      [70, -20],
      [-70, -20],
      [0, -90],
      [18, 76],
      [0, 90],
      [40, 70],
    ] as const)
      expect([x, y, isHead(head, x, y)]).toEqual([x, y, false])
  })

  test('keeps hair in the color of the wall where both nets are certain', () => {
    const head = masked(person, POSE, true, seenWith(disc(0, -84, 16, KIND.background)))
    for (const x of [-8, 0, 8]) expect(isHead(head, x, -76)).toBe(true)
  })

  test('masks long hair to its end', () => {
    const head = masked(
      seenWith((x, y) => (Math.abs(x) > 40 && Math.abs(x) < 62 && y > -30 && y < 94 ? KIND.hair : null)),
    )
    for (const x of [-52, 52]) {
      expect(isHead(head, x, 40)).toBe(true)
      expect(isHead(head, x, 86)).toBe(true)
    }
    expect(isHead(head, 0, 80)).toBe(false)
  })

  /** A scarf around the face down to the shirt, which the net takes for clothes. */
  const scarf: Seen = (x, y) => {
    if (Math.hypot(x / 42, (y - 6) / 58) < 1) return KIND.faceSkin
    if (Math.hypot(x / 62, (y + 14) / 80) < 1 || (y > 30 && Math.abs(x) < 62)) return KIND.clothes
    return y > 70 ? KIND.clothes : KIND.background
  }

  test('masks a headscarf that the net takes for clothes, down to the collar but without the shoulders', () => {
    const head = masked(scarf)
    expect(head.scarf).not.toBeNull()
    for (const [x, y] of [
      [0, -84],
      [-54, -10],
      [54, -10],
      [50, 40],
      [-50, 40],
      [0, 84],
    ] as const)
      expect([x, y, isHead(head, x, y)]).toEqual([x, y, true])
    for (const x of [-90, 90]) expect(isHead(head, x, 80)).toBe(false)
  })

  test('masks a loose headscarf with hair above the forehead, unless cloth lies at one side only', () => {
    const loose: Seen = (x, y) => {
      const isInner = Math.hypot(x / 50, (y + 8) / 76) < 1
      if (Math.hypot(x / 42, (y - 6) / 58) >= 1 && isInner && y < 0) return KIND.hair
      return scarf(x, y) === KIND.faceSkin && y < -30 ? KIND.hair : scarf(x, y)
    }
    const head = masked(loose)
    expect(head.scarf).not.toBeNull()
    for (const [x, y] of [
      [0, -60],
      [0, -88],
      [54, -10],
      [-54, -10],
      [50, 40],
    ] as const)
      expect([x, y, isHead(head, x, y)]).toEqual([x, y, true])
    const curtain = masked((x, y) => (x < 0 && loose(x, y) === KIND.clothes && y < 70 ? KIND.background : loose(x, y)))
    expect([curtain.scarf, isHead(curtain, 57, -10)]).toEqual([null, false])
  })

  test('cuts a wrap around the skull where the wall joins it, without the shadow at the nape', () => {
    const wrap = (x: number, y: number) => {
      if (Math.hypot(x - 88, y - 50) < 12) return KIND.hair
      if (x > (y < -24 ? 50 : 74) && x < 105 && y > -80 && y < 40) return KIND.clothes
      return y < -30 && person(x, y) === KIND.hair ? KIND.clothes : null
    }
    const head = masked(seenWith(wrap))
    expect(head.scarf).toBeNull()
    for (const [x, y] of [
      [0, -70],
      [60, -40],
    ] as const)
      expect([x, y, isHead(head, x, y)]).toEqual([x, y, true])
    for (const [x, y] of [
      [95, -40],
      [80, 10],
      [88, 50],
    ] as const)
      expect([x, y, isHead(head, x, y)]).toEqual([x, y, false])
  })

  test('masks a cloth cap as a hat, and excludes clothes behind the head', () => {
    const cap = masked(seenWith((x, y) => (y < -30 && person(x, y) === KIND.hair ? KIND.clothes : null)))
    expect([isHead(cap, 0, -70), cap.scarf, cap.kind.includes(KIND.others)]).toEqual([true, null, true])
    const behind = masked(seenWith((x, y) => (y < 60 && person(x, y) === KIND.background ? KIND.clothes : null)))
    expect([isHead(behind, 70, -20), isHead(behind, 0, -95), behind.scarf]).toEqual([false, false, null])
  })

  test('leaves no sliver between the jaw and the hair beside it, and excludes a wider neck', () => {
    const hairFrom = (inner: number) =>
      masked(seenWith((x, y) => (Math.abs(x) > inner && Math.abs(x) < 62 && y > -30 && y < 94 ? KIND.hair : null)))
    const sliversIn = (head: HeadMask) => {
      const { grid } = head.crop
      let slivers = 0
      for (let y = 30; y < 64; y += 0.5) {
        const row = Array.from({ length: 240 }, (_, i) => isHead(head, -60 + i / 2, y))
        const gaps = row
          .map((is) => (is ? ' ' : '.'))
          .join('')
          .split(' ')
          .filter((gap) => gap !== '')
        slivers += gaps.filter((gap) => gap.length / 2 < 6 && gap.length / 2 > 1 / grid.perUnit).length
      }
      return slivers
    }
    expect(sliversIn(hairFrom(38))).toBe(0)
    expect(isHead(hairFrom(38), 35, 40)).toBe(true)
    expect(isHead(hairFrom(50), 34, 62)).toBe(false)
  })

  test('leaves no slit in hair beside the face', () => {
    const hairWith = (slit: number) =>
      masked(
        seenWith((x, y) =>
          x < -44 && x > -80 && y > -34 && y < 30 && !(x < -60 && x > -60 - slit && y > -16) ? KIND.hair : null,
        ),
      )
    expect(isHead(hairWith(6), -63, 0)).toBe(true)
    expect(isHead(hairWith(14), -67, 10)).toBe(false)
  })

  test('excludes the nape between the jaw and the hair beside it, however narrow', () => {
    const longHair = (x: number, y: number) => Math.abs(x) > 42 && Math.abs(x) < 62 && y > -30 && y < 94
    const isNape = (x: number, y: number) => x < -34 && x >= -42 && y > 34 && y < 94
    const head = masked(seenWith((x, y) => (longHair(x, y) ? KIND.hair : isNape(x, y) ? KIND.bodySkin : null)))
    expect(isHead(head, -38, 56)).toBe(false)
    expect(isHead(head, -50, 56)).toBe(true)
  })

  test('masks a hat with the head', () => {
    const head = masked(seenWith((x, y) => (Math.abs(x) < 52 && y < -40 && y > -100 ? KIND.others : null)))
    expect(isHead(head, 0, -90)).toBe(true)
    expect(isHead(head, 40, -80)).toBe(true)
  })

  test('masks a hat whose brim is wider than the head and hangs beside the face', () => {
    const brim = (x: number, y: number) =>
      Math.hypot(x / 92, (y + 10) / 76) < 1 && Math.hypot(x / 46, (y - 14) / 62) > 1 && y < 62 ? KIND.others : null
    const head = masked(seenWith(brim))
    for (const [x, y] of [
      [0, -78],
      [-82, -10],
      [82, -10],
      [64, 36],
    ] as const)
      expect([x, y, isHead(head, x, y)]).toEqual([x, y, true])
  })

  test('extends hair that ends on a shoulder behind the jersey', () => {
    const head = masked(
      seenWith((x, y) => {
        if (Math.abs(x) < 42 || Math.abs(x) > 62 || y < -30) return null
        return y < 42 ? KIND.hair : KIND.clothes
      }),
    )
    for (const x of [-50, 50]) expect(isHead(head, x, 62)).toBe(true)
  })

  test('extends wide hair that ends on a raised shoulder, without a ledge beside the face', () => {
    const head = masked(
      seenWith((x, y) => {
        if (x > -42 || x < -84 || y < -60) return null
        return y < 26 ? KIND.hair : KIND.clothes
      }),
    )
    for (const [x, y] of [
      [-60, 40],
      [-60, 60],
      [-74, 36],
    ] as const)
      expect([x, y, isHead(head, x, y)]).toEqual([x, y, true])
  })

  test('excludes a lock that flies away from below the ear', () => {
    const head = masked(seenWith((x, y) => (x > 40 && x < 80 && Math.abs(y - 26) < 9 ? KIND.hair : null)))
    expect(isHead(head, 68, 26)).toBe(false)
    expect(isHead(head, 48, 2)).toBe(true)
    expect(isHead(head, 60, 50)).toBe(false)
  })

  test('masks glasses that reach beyond the face', () => {
    const head = masked(seenWith((x, y) => (Math.abs(x) < 50 && Math.abs(y + 6) < 5 ? KIND.others : null)))
    expect(isHead(head, 46, -6)).toBe(true)
    expect(isHead(head, 0, -6)).toBe(true)
  })

  test('falls back to the person matte above the ears without segmentation classes', () => {
    const head = masked(person, POSE, false)
    expect(head.isSeen).toBe(false)
    for (const y of [-70, -40, 0, 55]) expect(isHead(head, 0, y)).toBe(true)
    expect(isHead(head, 70, -20)).toBe(false)
    expect(isHead(head, 0, 92)).toBe(false)
  })
})

describe('things outside the head', () => {
  test.each<[string, ReturnType<typeof disc>, readonly [x: number, y: number]]>([
    ['a neighbor whose hair is near', disc(92, -20, 28, KIND.hair), [92, -20]],
    ['a neighbor whose cheek is near', disc(88, 0, 30, KIND.faceSkin), [92, 0]],
    ['a hand beside the cheek', disc(60, 36, 16, KIND.bodySkin), [62, 40]],
    ['a hand held up over the head', disc(0, -100, 18, KIND.bodySkin), [0, -104]],
    ['a phone beside the ear', disc(66, 6, 15, KIND.others), [68, 10]],
    ['a shoulder beside the face', disc(-70, 40, 26, KIND.clothes), [-66, 40]],
  ])('excludes things outside the head: %s', (_what, more, [x, y]) => {
    const head = masked(seenWith((px, py) => (person(px, py) === KIND.background ? more(px, py) : null)))
    expect(isHead(head, x, y)).toBe(false)
    expect(isHead(head, 0, 0)).toBe(true)
    expect(isHead(head, 0, -70)).toBe(true)
  })

  test('masks a hand before the chin with the head, so that the face has no hole', () => {
    const head = masked(seenWith(disc(10, 48, 14, KIND.bodySkin)))
    expect(isHead(head, 10, 46)).toBe(true)
  })

  test('excludes long hair before the throat, and masks it beside', () => {
    const hangs = (x: number, y: number) =>
      y > 20 && y < 100 && Math.abs(x) > 12 && Math.abs(x) < 56 ? KIND.hair : null
    const head = masked(seenWith((x, y) => (person(x, y) === KIND.faceSkin ? null : hangs(x, y))))
    expect([20, -20].map((x) => isHead(head, x, 78))).toEqual([false, false])
    expect([40, -40].map((x) => isHead(head, x, 60))).toEqual([true, true])
  })

  test('excludes a lock that only a thin line joins to the head', () => {
    const line = (x: number, y: number) => (x > 40 && x < 80 && Math.abs(y + 40) < 1 ? KIND.hair : null)
    const head = masked(seenWith((x, y) => line(x, y) ?? disc(88, -40, 12, KIND.hair)(x, y)))
    expect(isHead(head, 88, -40)).toBe(false)
  })
})

describe('the edge of the photo', () => {
  test.each<[string, Pose]>([
    ['to the left', { ...POSE, x: 60 }],
    ['to the right', { ...POSE, x: 450 }],
    ['below', { ...POSE, y: 400 }],
  ])('ends the head at the edge of the photo %s', (_where, pose) => {
    const { crop, mask } = masked(person, pose)
    let [visible, beyond] = [0, 0]
    eachPixel(crop.grid, (i, x, y) => {
      if (mask[i]! <= 0.5) return
      visible++
      const px = pose.x + (x * Math.cos(pose.roll) - y * Math.sin(pose.roll)) * pose.unitPx
      const py = pose.y + (x * Math.sin(pose.roll) + y * Math.cos(pose.roll)) * pose.unitPx
      // The outline is rounded, by less than this.
      const slack = 1.5 * pose.unitPx
      if (px < -slack || py < -slack || px > PHOTO_PX + slack || py > PHOTO_PX + slack) beyond++
    })
    expect(visible).toBeGreaterThan(5000)
    expect(beyond).toBe(0)
  })

  test.each<[string, Pose]>([
    ['upright', { ...POSE, y: 90 }],
    ['that leans', { ...POSE, y: 100, roll: 0.35 }],
  ])('arches over the edge above a head %s, no higher than hair grows', (_how, pose) => {
    const { crop, mask } = masked(person, pose)
    let [beyond, tooHigh] = [0, 0]
    eachPixel(crop.grid, (i, _x, y) => {
      if (mask[i]! <= 0.5 || crop.inside[i] === 1) return
      beyond++
      if (y < -110) tooHigh++
    })
    expect(beyond).toBeGreaterThan(1000)
    expect(tooHigh).toBe(0)
  })
})
