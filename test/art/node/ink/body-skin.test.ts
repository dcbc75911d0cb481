import { describe, expect, it } from 'vitest'
import { getChroma, type Lab } from '#worker/artist/ink/color/oklab.ts'
import { createField, toHalfGrid, createGrid, unitX } from '#worker/artist/ink/field/grid.ts'
import { lightNeck, type SkinCues, toBodySkin } from '#worker/artist/ink/study/body-skin.ts'

const grid = toHalfGrid(createGrid(2))

const BROWN: SkinCues = { hair: 0.15, whites: 1.4 }
const FAIR: SkinCues = { hair: 0.4, whites: 0.85 }

/** Pixels that are drawn in some colors on each side of a face, each of them equally often. */
function createFace(
  left: readonly Lab[],
  right: readonly Lab[],
  cues: SkinCues = { hair: 0.15, whites: 1.03 },
  isCheek: (lightness: number) => boolean = () => true,
  isAboveMouth: (lightness: number) => boolean = () => true,
) {
  const planes = { lightness: createField(grid), a: createField(grid), b: createField(grid), grid }
  for (let i = 0; i < 600; i++) {
    const side = unitX(grid, i % grid.w) < 0 ? left : right
    const color = side[i % side.length]!
    planes.lightness[i] = color[0]
    planes.a[i] = color[1]
    planes.b[i] = color[2]
  }
  const tones = { slope: createField(grid).fill(1), offset: createField(grid), a: planes.a, b: planes.b, grid }
  const pixels = Array.from({ length: 600 }, (_, i) => i)
  const cheeks = pixels.filter((i) => isCheek(planes.lightness[i]!))
  const face = pixels.filter((i) => isAboveMouth(planes.lightness[i]!))
  return toBodySkin(tones, planes, cheeks, { whole: pixels, face, chin: [] }, cues)
}

describe('the skin of a body', () => {
  it('lies between both halves of a face in side light', () => {
    const { shade } = createFace([[0.84, 0.03, 0.04]], [[0.62, 0.04, 0.04]])
    expect(shade[0]).toBeLessThan(0.84)
    expect(shade[0]).toBeGreaterThan(0.68)
  })

  it('lies between the mean and the lit half of a fair face in side light', () => {
    const { shade } = createFace([[0.72, 0.05, 0.036]], [[0.54, 0.05, 0.036]], FAIR)
    expect(shade[0]).toBeGreaterThan(0.65)
    expect(shade[0]).toBeLessThan(0.72)
  })

  it('is darker below bright whites of the eyes, but hardly below the mean', () => {
    const [brown, fair] = [BROWN, FAIR].map(
      (cues) => createFace([[0.72, 0.05, 0.046]], [[0.54, 0.05, 0.046]], cues).shade[0],
    )
    expect(brown).toBeLessThan(fair! - 0.015)
    expect(brown).toBeGreaterThan(0.55)
  })

  it('does not darken below bright whites if the hair is too light for brown skin', () => {
    const [brown, fair] = [BROWN, FAIR].map((cues) => {
      const { shade } = createFace([[0.7, 0.03, 0.036]], [[0.7, 0.05, 0.036]], { ...cues, hair: 0.45 })
      return shade[0]
    })
    expect(brown).toBeCloseTo(fair!, 2)
  })

  it('follows the lit side of a face half in shadow if it is fair, and its mean if it is brown', () => {
    const lit: Lab = [0.74, 0.05, 0.06]
    const dark: Lab = [0.4, 0.05, 0.06]
    const [fair, brown] = [FAIR, BROWN].map(
      (cues) => createFace([lit, lit, lit, dark], [dark, dark, dark, lit], cues).shade[0],
    )
    expect(fair).toBeGreaterThan(0.56)
    expect(fair).toBeLessThan(0.74)
    expect(brown).toBeLessThan(fair!)
  })

  it('stays close to the mean of a face half in shadow, whether its skin counts as fair or brown', () => {
    const lit: Lab = [0.84, 0.05, 0.056]
    const dark: Lab = [0.44, 0.05, 0.056]
    const left = [lit, lit, lit, lit, dark]
    const offsets = [FAIR, BROWN].map((cues) => createFace(left, [dark, dark, dark, lit], cues).shade[0] - 0.66)
    expect(Math.max(...offsets.map(Math.abs))).toBeLessThan(0.083)
  })

  it('is hardly more colorful than a face whose shadows are colorful', () => {
    const pale: Lab = [0.72, 0.03, 0.035]
    const rest: Lab = [0.66, 0.072, 0.078]
    const half = [pale, pale, rest, rest, rest]
    const { shade } = createFace(half, half, FAIR)
    expect(getChroma(shade)).toBeLessThan(1.02 * getChroma(rest))
  })

  it('gives arms a warmer hue than a mauve face, and keeps a warm one', () => {
    const [mauve, warm] = [0.55, 1].map((hue) => {
      const color: Lab = [0.6, 0.06 * Math.cos(hue), 0.06 * Math.sin(hue)]
      const { shade } = createFace([color], [color])
      return Math.atan2(shade[2], shade[1]) - hue
    })
    expect(mauve).toBeGreaterThan(0.05)
    expect(warm).toBeCloseTo(0, 2)
  })

  it('gives arms the chroma of a dull face and of a colorful one', () => {
    for (const chroma of [0.04, 0.09]) {
      const color: Lab = [0.7, 0.6 * chroma, 0.8 * chroma]
      const { shade } = createFace([color], [color], FAIR)
      expect(Math.abs(getChroma(shade) / chroma - 1)).toBeLessThan(0.04)
    }
  })

  it('gives fair arms the saturation of the whole face, not of its pale light', () => {
    const light: Lab = [0.8, 0.03, 0.035]
    const rest: Lab = [0.7, 0.05, 0.055]
    const half = [light, light, rest, rest, rest]
    const [fair, even] = [half, [light]].map((colors) => {
      const { shade } = createFace(colors, colors, FAIR, (lightness) => lightness > 0.75)
      return Math.hypot(shade[1], shade[2]) / shade[0]
    })
    expect(fair).toBeGreaterThan(1.1 * even!)
  })

  it('gives arms in side light no more color than the usual skin has', () => {
    const shine: Lab = [0.8, 0.045, 0.05]
    const usual: Lab = [0.62, 0.06, 0.07]
    const { shade } = createFace([shine, shine, shine, usual], [usual], FAIR)
    expect(shade[0]).toBeGreaterThan(1.03 * usual[0])
    expect(getChroma(shade)).toBeLessThan(1.02 * getChroma(usual))
  })

  it('gives fair arms lighter shadows than brown ones', () => {
    const contrasts = [FAIR, BROWN].map((cues) => {
      const { shade, deep } = createFace([[0.7, 0.05, 0.05]], [[0.7, 0.05, 0.05]], cues)
      return deep[0] / shade[0]
    })
    expect(contrasts[0]).toBeGreaterThan(contrasts[1]! + 0.02)
  })

  it('gives arms at most slightly more light than the whole face has', () => {
    const lit: Lab = [0.8, 0.04, 0.032]
    const usual: Lab = [0.74, 0.042, 0.034]
    const half = [lit, usual, usual, usual, usual]
    const { shade } = createFace(half, half, FAIR, (lightness) => lightness > 0.75)
    expect(shade[0]).toBeLessThan(1.01 * usual[0])
  })

  it('does not give arms the reddish hue of shadows on a brown face', () => {
    const skin: Lab = [0.76, 0.042, 0.048]
    const shadow: Lab = [0.68, 0.05, 0.038]
    const half = [skin, skin, skin, shadow, shadow]
    const { shade, deep } = createFace(half, half, BROWN)
    expect(shade[2] / shade[1]).toBeGreaterThan(skin[2] / skin[1])
    expect(deep[2] / deep[1]).toBeGreaterThan(skin[2] / skin[1])
  })

  it('gives the arms of a flushed face hardly more color than the face', () => {
    const flushed: Lab = [0.51, 0.085, 0.07]
    const usual: Lab = [0.49, 0.058, 0.05]
    const half = [flushed, flushed, usual, usual, usual]
    const { shade } = createFace(half, half, FAIR, (lightness) => lightness > 0.5)
    expect(Math.hypot(shade[1], shade[2])).toBeLessThan(1.07 * Math.hypot(usual[1], usual[2]))
  })

  it('does not take the shine on brown skin for its tone', () => {
    const skin: Lab = [0.58, 0.06, 0.07]
    const shine: Lab = [0.82, 0.03, 0.03]
    const half = [...Array.from({ length: 9 }, () => skin), shine]
    const { shade, lit } = createFace(half, half)
    expect(Math.abs(shade[0] - skin[0])).toBeLessThan(0.03)
    expect(lit[0]).toBeLessThan(1.2 * skin[0])
  })

  it('keeps arms close to the usual tone of a tanned face', () => {
    const skin: Lab = [0.77, 0.071, 0.073]
    const pale: Lab = [0.89, 0.05, 0.05]
    const { lit, shade } = createFace([skin, skin, skin, pale], [skin, skin, skin, pale])
    expect(shade[0]).toBeLessThan(1.1 * skin[0])
    expect(lit[1]).toBeGreaterThan(0.056)
  })

  it('stays below the mean of a brown face if it shines', () => {
    const shine: Lab = [0.65, 0.06, 0.07]
    const skin: Lab = [0.5, 0.06, 0.07]
    const half = [shine, skin, skin, skin]
    const mean = (shine[0] + 3 * skin[0]) / 4
    const { shade } = createFace(half, half, BROWN, (lightness) => lightness > 0.6)
    expect(shade[0]).toBeLessThan(mean - 0.02)
    expect(shade[0]).toBeGreaterThan(0.97 * skin[0])
  })

  it('counts the shaded jaw of a shining dark face, but not a beard', () => {
    const shine: Lab = [0.74, 0.04, 0.045]
    const jaw: Lab = [0.48, 0.04, 0.045]
    const beard: Lab = [0.3, 0.01, 0.01]
    const [shaded, bearded] = [jaw, beard].map((below) => {
      const half = [shine, shine, below]
      return createFace(half, half, BROWN, undefined, (lightness) => lightness > 0.7).shade[0]
    })
    expect(shaded).toBeLessThan(0.64)
    expect(bearded).toBeGreaterThan(0.64)
    expect(bearded).toBeLessThan(shine[0])
  })

  it('does not take a slightly lighter half of a dark face for its tone', () => {
    const [even, uneven] = [0.6, 0.62].map(
      (right) => createFace([[0.6, 0.05, 0.05]], [[right, 0.05, 0.05]], BROWN).shade[0],
    )
    expect(Math.abs(uneven! - even!)).toBeLessThan(0.015)
  })

  it('follows the shadows of a dark face whose cheeks shine', () => {
    const cheek: Lab = [0.8, 0.03, 0.04]
    const rest: Lab = [0.35, 0.04, 0.05]
    const { lit } = createFace([cheek, rest, rest], [cheek, rest, rest])
    expect(lit[0]).toBeLessThan(0.9 * cheek[0])
    expect(lit[0]).toBeGreaterThan(0.9 * rest[0])
  })

  it('is at most a tenth darker than the middle of an evenly lit face, and never lighter', () => {
    const skin: Lab = [0.5, 0.05, 0.05]
    const { shade } = createFace([skin], [skin])
    expect(shade[0]).toBeLessThanOrEqual(skin[0])
    expect(shade[0]).toBeGreaterThan(0.9 * skin[0])
  })

  it('darkens a neck below a chin in shadow, and less below a beard', () => {
    const { lit, shade, deep } = createFace([[0.8, 0.03, 0.05]], [[0.8, 0.03, 0.05]])
    const own = lightNeck({ lit, shade, deep }, null)
    expect(lightNeck({ lit, shade, deep }, 0.9 * own)).toBeLessThan(own)
    expect(lightNeck({ lit, shade, deep }, 0.2)).toBeLessThan(own)
    expect(lightNeck({ lit, shade, deep }, 0.2)).toBeGreaterThan(0.92 * own)
  })
})
