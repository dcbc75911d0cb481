import { boxBlur } from '../field/blur.ts'
import { Brush } from './brush.ts'
import { cropHead } from '../study/crop.ts'
import type { FaceMap } from '../study/face-map.ts'
import { createGrid } from '../field/grid.ts'
import { exposureGains } from '../study/light.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { type Lab, type LabPlanes, type Rgb, rgbOfLab } from '../color/oklab.ts'
import type { PaintOptions } from './paint.ts'
import { repaintHair } from './repaint-hair.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import type { Portrait } from '../study/portrait.ts'
import { Sampler } from '../field/sampler.ts'
import { scanHead } from './scan-head.ts'
import { isOutOfFocus } from '../field/sharpness.ts'
import { measureSkin } from '../study/skin-tone.ts'

const CONTRAST = 1.14
/** Range of lightness after the contrast boost. */
const DEEPEST = 0.1
const LIGHTEST = 0.96
/** Darkening of the right side of a head. The drawing's light comes from the top left. */
const SHADE = { share: 0.08, from: -4, to: 48 } as const
const SHARPNESS = { gain: 0.7, units: 0.8 } as const
const SHARPNESS_OUT_OF_FOCUS = { gain: 1.5, units: 2.6 } as const
const RIM_UNITS = 6
const RIM_STRENGTH = 0.5
/** Overexposed skin is darkened to this lightness. The hue that the camera lost is restored. */
const GLARE = { skin: 0.86, from: 0.9, to: 1, hue: [0.022, 0.04] } as const
/** Opacity of face paint, which lets the skin's shading show. */
const DECAL_SHARE = 0.82

/**
 * Paints the head as a photo: the same cutout as a drawn head, more contrast, and a rim light in the team's color at
 * the right edge.
 */
export function paintPhoto(
  picture: Picture,
  pose: Pose,
  portrait: Portrait,
  map: FaceMap,
  { perUnit, rim, decal, depthAt, neck }: PaintOptions,
): Picture {
  const gains = exposureGains(picture)
  const crop = cropHead(picture, pose, perUnit, gains)
  repaintHair(crop, picture, pose, gains, portrait)
  const { lightness, a, b } = crop
  const large = createGrid(perUnit)
  const removeGlare = createGlareFilter(measureSkin(crop, map))
  removeGlare(crop)
  const skin = measureSkin(crop, map)
  const { gain, units } = isOutOfFocus(portrait.sharpness) ? SHARPNESS_OUT_OF_FOCUS : SHARPNESS
  const wide = boxBlur(lightness, large, Math.max(1, Math.round(units * perUnit)), 2)
  const at = new Sampler(portrait.grid, large)
  const { tones, isColorless } = portrait
  const atTones = new Sampler(tones.grid, large)
  const brush = new Brush()
  const grade = createGrade(skin)

  function paint(x: number, row: number, distance: number, column: number, at4: number) {
    const i = at4 / 4
    if (isColorless) {
      atTones.toRow(row)
      atTones.toColumn(column)
      a[i] = atTones.read(tones.a)
      b[i] = atTones.read(tones.b)
    }
    const sharp = lightness[i]! + gain * (lightness[i]! - wide[i]!)
    brush.lay(grade(sharp, a[i]!, b[i]!, x), 1)
    if (decal && decal.data[at4 + 3]! > 0 && at.read(portrait.skin) > 0.5) layDecal(brush, decal, at4, sharp / skin[0])
    if (rim && x > 10)
      brush.screen(rim, RIM_STRENGTH * smoothstep(10, 34, x) * (1 - smoothstep(0, RIM_UNITS, distance)))
  }
  return scanHead({ portrait, large, at, brush, depthAt, neck, paint })
}

/** Returns a function that removes glare from an overexposed photo and leaves other photos unchanged. */
function createGlareFilter(skin: Lab): (planes: LabPlanes) => void {
  if (skin[0] <= GLARE.skin) return () => undefined
  const share = GLARE.skin / skin[0]
  const [hueA, hueB] = GLARE.hue
  return ({ lightness, a, b }) => {
    for (let i = 0; i < lightness.length; i++) {
      const lost = smoothstep(GLARE.from, GLARE.to, lightness[i]!)
      a[i]! += (hueA - a[i]!) * lost
      b[i]! += (hueB - b[i]!) * lost
      lightness[i]! *= share
    }
  }
}

/** Boosts contrast around the skin's lightness, which therefore stays the same. */
function createGrade(skin: Lab): (lightness: number, a: number, b: number, x: number) => Rgb {
  return (lightness, a, b, x) => {
    const lit = clamp(skin[0] + (lightness - skin[0]) * CONTRAST, DEEPEST, LIGHTEST)
    const shaded = lit * (1 - SHADE.share * smoothstep(SHADE.from, SHADE.to, x))
    return rgbOfLab([shaded, a, b])
  }
}

function layDecal(brush: Brush, { data }: Picture, at: number, light: number): void {
  const dimmed = clamp(light, 0.4, 1)
  const color: Rgb = [data[at]! * dimmed, data[at + 1]! * dimmed, data[at + 2]! * dimmed]
  brush.lay(color, (DECAL_SHARE * data[at + 3]!) / 255)
}
