import { beforeAll, describe, expect, test } from 'vitest'
import { mapFace } from '#worker/artist/ink/study/face-map.ts'
import { createField, createGrid, eachPixel } from '#worker/artist/ink/field/grid.ts'
import { judge, type Judgment } from '#worker/artist/ink/study/judge.ts'
import type { Lab } from '#worker/artist/ink/color/oklab.ts'
import type { Portrait } from '#worker/artist/ink/study/portrait.ts'
import type { Face } from '#worker/artist/vision/index.ts'
import { straightFace, turned } from './turned-face.ts'

const grid = createGrid(1)
const gains = (gain: number) => ({ red: gain, green: gain, blue: gain })

/** The traits of a photo; by default it is a lit, sharp, whole photo of a face of medium size that looks ahead. */
type Photo = {
  yaw?: number
  unitPx?: number
  sharpness?: number
  skin?: Lab
  exposure?: number
  /** Beyond the exposure. */
  light?: { red: number; green: number; blue: number }
  isCovered?: boolean
  isCrowded?: boolean
  /** True if the photo shows a place of head space. */
  shows?: (x: number, y: number) => boolean
}

let straight: Face
beforeAll(async () => {
  straight = await straightFace()
})

function judged(photo: Photo = {}): Judgment {
  const { yaw = 0, unitPx = 2, sharpness = 0.03, skin = [0.7, 0.04, 0.05], exposure = 1 } = photo
  const { light = gains(1), shows = () => true, isCovered = false, isCrowded = false } = photo
  const face = turned(straight, yaw)
  const inside = new Uint8Array(grid.w * grid.h)
  eachPixel(grid, (i, x, y) => {
    inside[i] = shows(x, y) ? 1 : 0
  })
  const plane = createField(grid)
  const crop = { grid, inside, lightness: plane, a: plane, b: plane }
  return judge({
    face: { ...face, pose: { ...face.pose, unitPx } },
    map: mapFace(face),
    head: {
      crop,
      mask: plane,
      kind: new Uint8Array(),
      isSeen: true,
      scarf: null,
      oval: plane,
      hand: null,
      isObjectHidden: false,
      behindHands: plane,
      hasTail: false,
      isBesideOther: false,
      backdrop: null,
      covered: inside,
      crown: null,
      curls: 0,
    },
    portrait: { sharpness, skinColor: skin } as Portrait,
    exposure: gains(exposure),
    light: { red: light.red * exposure, green: light.green * exposure, blue: light.blue * exposure },
    isCovered,
    isCrowded,
  })
}

describe('a photo', () => {
  test('inks a photo that is lit, sharp and whole without a notice', () => {
    expect(judged()).toMatchObject({ finish: 'ink', notices: [] })
  })

  test.each<[string, Photo, Judgment['finish'], Judgment['notices']]>([
    ['taken at dusk is inked, and called dark', { exposure: 4 }, 'ink', ['dark']],
    ['taken in the dark is shown as a photo, and called dark', { exposure: 9 }, 'photo', ['dark']],
    ['out of focus is shown as a photo, and called blurred', { sharpness: 0.006 }, 'photo', ['blurred']],
    ['of a face turned aside is inked, and called turned', { yaw: 0.78 }, 'ink', ['turned']],
    ['of a face turned to the other side too', { yaw: -0.78 }, 'ink', ['turned']],
    ['of a profile is inked too', { yaw: 1.1 }, 'ink', ['turned']],
    ['of a small face is inked, and called small', { unitPx: 0.5 }, 'ink', ['small']],
    ['of a tiny face is shown as a photo, and called small', { unitPx: 0.3 }, 'photo', ['small']],
    ['of a skin that no person has is called tinted', { skin: [0.6, -0.08, 0.02] }, 'photo', ['tinted']],
    ['in the light of a lamp with hardly any blue', { light: { red: 1, green: 1.4, blue: 3 } }, 'photo', ['tinted']],
    ['in the light of a stage', { light: { red: 1, green: 2.4, blue: 1.2 } }, 'photo', ['tinted']],
    ['of a face behind a hand is inked, and called covered', { isCovered: true }, 'ink', ['covered']],
    ['of two heads together is inked, and called crowded', { isCrowded: true }, 'ink', ['crowded']],
  ])('judges a photo: one %s', (_what, photo, finish, notices) => {
    expect(judged(photo)).toMatchObject({ finish, notices })
  })

  test('names all faults of a photo', () => {
    const photo = { exposure: 4, sharpness: 0.006, unitPx: 0.5, shows: (_x: number, y: number) => y > -50 }
    expect(judged(photo)).toMatchObject({ finish: 'photo', notices: ['dark', 'blurred', 'cut-off', 'small'] })
  })
})

describe('a photo whose edge cuts the head', () => {
  test.each([20, 40, 62, 75])('inks a head cut at %i units above the face, with a notice', (height) => {
    expect(judged({ shows: (_x, y) => y > -height })).toEqual({ finish: 'ink', notices: ['cut-off'] })
  })

  test('judges a photo cut above the crown as whole', () => {
    expect(judged({ shows: (_x, y) => y > -85 })).toMatchObject({ notices: [] })
  })

  test('finds a crown cut on one side by a leaning edge', () => {
    expect(judged({ shows: (x, y) => y > -86 + 0.5 * x }).notices).toEqual(['cut-off'])
  })

  test('judges a photo cut beside the face or below the chin as whole', () => {
    expect(judged({ shows: (x) => x > -50 })).toMatchObject({ notices: [] })
    expect(judged({ shows: (_x, y) => y < 80 })).toMatchObject({ notices: [] })
  })

  test('reports a photo cut through a cheek or the chin as cut off', () => {
    expect(judged({ shows: (x) => x < 28 }).notices).toEqual(['cut-off'])
    expect(judged({ shows: (_x, y) => y < 50 }).notices).toEqual(['cut-off'])
  })
})
