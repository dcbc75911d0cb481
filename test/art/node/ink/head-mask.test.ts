import { beforeAll, describe, expect, test } from 'vitest'
import { cropHead } from '#worker/artist/ink/study/crop.ts'
import { type FaceMap, mapFace } from '#worker/artist/ink/study/face-map.ts'
import { eachPixel, indexAt, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import { type HeadMask, maskHead } from '#worker/artist/ink/study/head-mask.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import type { Segments } from '#worker/artist/vision/index.ts'
import { straightFace } from './turned-face.ts'

/** Returns the class that the class net would see at a place of head space. */
type Seen = (x: number, y: number) => number

const SIDE = 256
const PHOTO_PX = 512
const EVEN = { red: 1, green: 1, blue: 1 }
/** The head fills much of the photo; its window goes beyond it on all sides. */
const POSE: Pose = { x: 256, y: 240, unitPx: 2.2, roll: 0 }
const COLORS: Readonly<Record<number, readonly [number, number, number]>> = {
  [KIND.background]: [120, 140, 160],
  [KIND.hair]: [60, 40, 30],
  [KIND.bodySkin]: [205, 160, 135],
  [KIND.faceSkin]: [210, 165, 140],
  [KIND.clothes]: [40, 60, 120],
  [KIND.others]: [150, 30, 40],
}

/** A face with short hair, ears, a neck and a shirt. */
const person: Seen = (x, y) => {
  if (Math.hypot(x / 44, (y - 4) / 60) < 1) return y < -38 - 0.006 * x * x ? KIND.hair : KIND.faceSkin
  if (Math.hypot(x / 50, (y + 24) / 56) < 1 && y < -10) return KIND.hair
  if (Math.hypot((Math.abs(x) - 46) / 7, (y - 2) / 13) < 1) return KIND.faceSkin
  if (y > 40 && Math.abs(x) < 24 && y < 84) return KIND.bodySkin
  return y > 78 && Math.abs(x) < 30 + 2 * (y - 70) ? KIND.clothes : KIND.background
}

/** The person with something more. */
const seenWith =
  (more: (x: number, y: number) => number | null): Seen =>
  (x, y) =>
    more(x, y) ?? person(x, y)

const disc = (x0: number, y0: number, radius: number, kind: number) => (x: number, y: number) =>
  Math.hypot(x - x0, y - y0) < radius ? kind : null

let map: FaceMap
beforeAll(async () => {
  map = mapFace(await straightFace())
})

/** The mask of a head where the nets see what `seen` says. The photo has the colors of what is `shown`. */
function masked(seen: Seen, pose = POSE, asClasses = true, shown = seen): HeadMask {
  const data = new Uint8ClampedArray(PHOTO_PX * PHOTO_PX * 4).fill(255)
  for (let i = 0; i < PHOTO_PX * PHOTO_PX; i++) data.set(COLORS[shown(...onHead(i, PHOTO_PX, pose))]!, 4 * i)
  const picture: Picture = { data, widthPx: PHOTO_PX, heightPx: PHOTO_PX }
  const classes = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => seen(...onHead(i, SIDE, pose)))
  const segments: Segments = {
    frame: { x: PHOTO_PX / 2, y: PHOTO_PX / 2, width: PHOTO_PX, height: PHOTO_PX, roll: 0 },
    side: SIDE,
    person: Float32Array.from(classes, (kind) => (kind === KIND.background ? 0 : 1)),
    classes: asClasses ? classes : null,
  }
  return maskHead(cropHead(picture, pose, 2, EVEN), segments, pose, map)
}

/** The place in head space of a pixel of the photo, or of the nets' answer. */
function onHead(i: number, side: number, { x, y, unitPx }: Pose): [x: number, y: number] {
  const px = PHOTO_PX / side
  return [(((i % side) + 0.5) * px - x) / unitPx, ((Math.floor(i / side) + 0.5) * px - y) / unitPx]
}

const isHead = ({ crop: { grid }, mask }: HeadMask, x: number, y: number) =>
  x > grid.x0 && x < grid.x0 + grid.w / grid.perUnit - 1 && y < grid.y0 + grid.h / grid.perUnit - 1
    ? mask[indexAt(grid, x, y)]! > 0.5
    : false

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
