import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Crop, Planes } from './crop.ts'
import { boxBlur } from '../field/blur.ts'
import { contourDistance } from '../field/distance.ts'
import type { FaceMap } from './face-map.ts'
import { type FaceWindows, faceWindows } from './face-windows.ts'
import { findLines } from '../field/flow-lines.ts'
import { createField, eachPixel, type Field, type Grid, indexAt, toHalfGrid } from '../field/grid.ts'
import { floodFrom } from '../field/regions.ts'
import type { Crown } from './crown.ts'
import { growHair, MIRROR_FADES } from './crown-hair.ts'
import { combHair } from './hair.ts'
import { CONTOUR_BLUR_UNITS, type HeadMask } from './head-mask.ts'
import { clamp, median, smoothstep } from '#worker/graphics/numbers.ts'
import type { Lab, LabPlanes } from '../color/oklab.ts'
import { doubled, halved } from '../field/resize.ts'
import { KIND, wornField } from './segment-fields.ts'
import { measureSharpness, sharpen } from '../field/sharpness.ts'
import { type Place2, toDistanceField } from '../field/polygon.ts'
import { measureRelief } from './relief.ts'
import { findSkin } from './skin-field.ts'
import { toSkinPaint } from '../color/skin-paint.ts'
import { barePixels, measureSkin } from './skin-tone.ts'
import { dropSpecks } from '../field/specks.ts'
import { createTufts } from './tufts.ts'
import { gatherSkin, lightNeck, type SkinTones, toBodySkin } from './body-skin.ts'
import { computeTones, listFields, middleTone, type Tones } from './tones.ts'

/**
 * Analysis of a head. The fields are smooth and thresholded at the size of the finished drawing. Even a small photo
 * gives edges one pixel wide.
 */
export type Portrait = {
  readonly grid: Grid
  /** Distance to the outline in pixels of the grid, positive inside. */
  readonly distance: Field
  /** Soft mask of skin: one half at the hairline, more on skin. */
  readonly skin: Field
  /** Soft mask of eyes and mouth. */
  readonly features: Field
  /** Soft mask of hats, bands and glasses. */
  readonly worn: Field
  /** Confidence that a pixel lies on a stroke. */
  readonly lines: Field
  /** Strands of hair: lightness relative to the surroundings, -1 to 1; 0 elsewhere. */
  readonly strands: Field
  /** At half the size of the grid. They are applied to a larger copy of the photo, which supplies the detail. */
  readonly tones: Tones
  /** Strength of the strokes in eyes and mouth before correction; see `sharpness.ts`. */
  readonly sharpness: number
  /** Measured color of the lit skin. */
  readonly skinColor: Lab
  /** Paint color of the skin. */
  readonly skinPaint: Lab
  /** Skin tones of the body, sampled from the painted face. */
  readonly bodySkin: SkinTones
  /** Lightness of the lit neck. */
  readonly neckLightness: number
  /** Median color of the drawn hair; null without hair. */
  readonly drawnHair: Lab | null
}

/** Skin lightness for which the stroke strength was tuned. */
const REFERENCE_LIGHTNESS = 0.74
/** Ink strength of glasses frames and hat edges, relative to eyes. */
const WORN_INK = 0.8

/** Analyzes a head after its cutout. @param head keeps its buffers */
export function studyHead(head: HeadMask, map: FaceMap): Portrait {
  const { crop, mask, kind } = head
  const { grid } = crop
  const half = toHalfGrid(grid)
  const small = { lightness: halved(crop.lightness, grid), a: halved(crop.a, grid), b: halved(crop.b, grid) }
  const smallMask = halved(mask, grid)
  const planes = { ...small, grid: half }
  const isFace = (i: number) => kind[i] === KIND.faceSkin
  const skinColor = measureSkin(planes, map, isFace)
  const skinPaint = toSkinPaint(skinColor)

  const smallSkin = findSkin(small, smallMask, head, map, half)
  const skin = doubled(smallSkin, grid)
  const smallWorn = wornField(kind, half)
  const worn = doubled(smallWorn, grid)
  const oval = doubled(head.oval, grid)
  const windows = faceWindows(grid, skin, mask, oval, map)
  releaseBuffer(oval)
  for (let i = 0; i < worn.length; i++) windows.ink[i] = Math.max(windows.ink[i]!, WORN_INK * Math.min(1, 2 * worn[i]!))
  const teeth = within(map.lipsIn, half, 0.6, 2)
  const lines = weighLines(crop, mask, skin, windows, skinColor)
  const sharpness = measureSharpness(lines, windows.features)
  sharpen(lines, sharpness)
  dropSpecks(lines, mask, skin, windows.ink, grid)
  const betweenLips = doubled(teeth, grid)
  for (let i = 0; i < lines.length; i++) lines[i]! *= 1 - TEETH_CALM * betweenLips[i]!
  releaseBuffer(betweenLips)

  const { features } = windows
  const foreign = foreignTo(head, half)
  addGlare(foreign, small.lightness, kind, half)
  if (head.crown?.isHair && !head.crown.isHat) addWall(foreign, small, kind, head.crown, half)
  const mouth = within(map.lipsOut, half, -5, -1)
  const { tone, strands, locks } = combHair(small.lightness, smallMask, smallSkin, foreign, half, head.curls)
  const stubble = findStubble(planes, smallSkin, skinColor)
  thinOut(strands, stubble, grid)
  const crown = head.crown?.isHair && !head.crown.isHat ? head.crown : null
  if (crown || continuesBeside(head)) layCrown(strands, growHair(head, crown), tone, grid)
  const materials = {
    stubble,
    mask: smallMask,
    foreign,
    whites: findWhites(map, half),
    mouth,
    teeth,
    skin: smallSkin,
    features: halved(features, grid),
    worn: smallWorn,
    strands: tone,
    curls: head.curls,
  }
  const relief = measureRelief(map, half)
  const cheeks = barePixels(map, half, isFace, 'cheeks')
  const tones = computeTones(planes, materials, relief, skinColor, skinPaint, cheeks)
  const bare = gatherSkin(map, half, head.oval, (i) => smallSkin[i]! > 0.6 && smallMask[i]! > 0.6 && isFace(i))
  const face = bare.face.map((side) => side.filter((i) => materials.features[i]! < FEATURE_MAX))
  const bodySkin = toBodySkin(tones, planes, face, cheeks)
  const neckLightness = lightNeck(bodySkin, bare.jaw.length > 0 ? middleTone(tones, planes, bare.jaw)[0] : null)
  const hair: number[] = []
  for (let i = 0; i < smallSkin.length; i++)
    if (smallSkin[i]! < 0.3 && smallMask[i]! > 0.9 && kind[i] === KIND.hair) hair.push(i)
  const drawnHair = hair.length > HAIR_MIN ? middleTone(tones, planes, hair) : null
  const distance = traceOutline(
    smallMask,
    curlEdge(halved(locks, grid), head.curls, half),
    hairBeside(smallMask, smallSkin, smallWorn, half),
    cutOff(head, half),
    completedPart(head, half),
    head.curls,
    grid,
  )
  const { curls: _, ...fields } = materials
  for (const field of [locks, ...Object.values(fields), ...Object.values(small), windows.ink]) releaseBuffer(field)
  return {
    grid,
    distance,
    skin,
    features,
    worn,
    lines,
    strands,
    tones,
    sharpness,
    skinColor,
    skinPaint,
    bodySkin,
    neckLightness,
    drawnHair,
  }
}

/**
 * Color distance from the skin: stubble below the first value, hair with strands above the second. Hair `lighter` than
 * the skin is blond instead.
 */
const STUBBLE = { distance: [0.05, 0.11], lightness: 0.55, lighter: [-0.02, 0.03], units: 2.5 } as const

/** Returns a soft mask of hair so short that the skin shines through. */
function findStubble({ lightness, a, b, grid }: Planes, skin: Field, color: Lab): Field {
  const [from, to] = STUBBLE.distance
  const like = lightness.map((value, i) => {
    if (skin[i]! > 0.6) return 0
    const [dl, da, db] = [STUBBLE.lightness * (value - color[0]), a[i]! - color[1], b[i]! - color[2]]
    const isDarker = 1 - smoothstep(...STUBBLE.lighter, value - color[0])
    return isDarker * (1 - smoothstep(from, to, Math.sqrt(dl * dl + da * da + db * db)))
  })
  const out = boxBlur(like, grid, Math.round(STUBBLE.units * grid.perUnit), 2)
  releaseBuffer(like)
  return out
}

/** Removes strands from stubble, in place. */
function thinOut(strands: Field, stubble: Field, grid: Grid): void {
  const half = toHalfGrid(grid)
  for (let row = 0, i = 0; row < grid.h; row++) {
    const start = Math.min(row >> 1, half.h - 1) * half.w
    for (let column = 0; column < grid.w; column++, i++)
      strands[i]! *= 1 - stubble[start + Math.min(column >> 1, half.w - 1)]!
  }
}

/** Returns true for a head that the photo's left or right edge cuts. */
function continuesBeside({ mask, crop: { inside, grid } }: HeadMask): boolean {
  for (let row = 0; row < grid.h; row++) {
    const start = row * grid.w
    const first = inside.indexOf(1, start)
    if (first < 0 || first >= start + grid.w) continue
    for (let i = start; i < start + grid.w; i++) if (inside[i] === 0 && mask[i]! > 0.5) return true
  }
  return false
}

/** Adds the texture of a reconstructed crown to the strands, in place. Strands are relative to the tone; see `Hair`. */
function layCrown(strands: Field, grown: Field, tone: Field, grid: Grid): void {
  const half = toHalfGrid(grid)
  for (let i = 0; i < strands.length; i++) {
    if (grown[i] === 0) continue
    const at = Math.min(Math.floor(i / grid.w) >> 1, half.h - 1) * half.w + Math.min((i % grid.w) >> 1, half.w - 1)
    strands[i]! += grown[i]! / (0.3 + tone[at]!)
  }
  releaseBuffer(grown)
}

/** Share of ink removed between the lips, for gaps between teeth. */
const TEETH_CALM = 0.6

/** Returns a soft mask of a ring's interior that rises from 0 to 1 between two depths, in units. */
function within(ring: readonly Place2[], half: Grid, from: number, to: number): Field {
  const out = toDistanceField(ring, half, 8)
  for (let i = 0; i < out.length; i++) out[i] = smoothstep(from, to, out[i]!)
  return out
}

/** Returns a soft mask of eyeballs, lips and teeth, which do not have the color of skin. */
function findWhites({ eyes, lipsOut }: FaceMap, half: Grid): Field {
  const out = createField(half)
  for (const ring of [eyes[0].ring, eyes[1].ring, lipsOut]) {
    const inside = within(ring, half, -1.4, 0.6)
    for (let i = 0; i < out.length; i++) if (inside[i]! > out[i]!) out[i] = inside[i]!
    releaseBuffer(inside)
  }
  return out
}

/** Pixels with a higher feature weight are not skin. */
const FEATURE_MAX = 0.2
/** Minimum number of hair pixels for a color estimate. */
const HAIR_MIN = 40

/**
 * Returns a mask of foreign pixels inside the outline, such as wall between two locks or a collar below an ear, and the
 * mirrored photo in reconstructed hair, except near its edge. That hair is painted in the hair's own tone.
 */
function foreignTo({ kind, oval, crown, crop }: HeadMask, half: Grid): Field {
  const out = createField(half)
  for (let i = 0; i < out.length; i++) {
    const k = kind[i]!
    if (FOREIGN.has(k) && oval[i]! < -FOREIGN_OUTSIDE) out[i] = 1
  }
  const hair = boxBlur(
    Float32Array.from(kind, (k) => (k === KIND.hair ? 1 : 0)),
    half,
    Math.round(MIRRORED.units * half.perUnit),
  )
  showMirroredSides(out, hair, crop, half)
  if (crown?.isHair && !crown.isHat) {
    eachPixel(half, (i, x, y) => {
      const above = crown.lineAt(x) - y
      if (above < 0 || y > CROWN_BELOW || oval[i]! > -FOREIGN_OUTSIDE) return
      // Below a tilted edge the mirrored point may lie outside the grid.
      const mirrored = hair[indexAt(half, x, y + 2 * above)] ?? 0
      const shown = smoothstep(...MIRRORED.share, mirrored) * (1 - smoothstep(...MIRROR_FADES, above))
      out[i] = Math.max(out[i]!, 1 - shown)
    })
  }
  releaseBuffer(hair)
  return out
}

/**
 * Lightness of overexposed hair, which has lost its color and strands. Glare wider than `units` is painted in the tone of
 * the other hair, unless that is less than the share `least`.
 */
const GLARE = { lightness: 0.94, units: 3, share: [0.35, 0.75], least: 0.25 } as const

/** Marks overexposed hair as foreign, in place. */
function addGlare(foreign: Field, lightness: Field, kind: Uint8Array, half: Grid): void {
  let [hair, bright] = [0, 0]
  const glare = lightness.map((value, i) => {
    if (kind[i] !== KIND.hair) return 0
    hair++
    if (value < GLARE.lightness) return 0
    bright++
    return 1
  })
  if (bright > 0 && bright < (1 - GLARE.least) * hair) {
    const wide = boxBlur(glare, half, Math.round(GLARE.units * half.perUnit), 2)
    for (let i = 0; i < foreign.length; i++)
      if (kind[i] === KIND.hair) foreign[i] = Math.max(foreign[i]!, smoothstep(...GLARE.share, wide[i]!))
    releaseBuffer(wide)
  }
  releaseBuffer(glare)
}

/**
 * Near a crown's cut the outline of the photo's head is unknown, and hair mixes with the wall. Pixels down to `units`
 * below the cut are wall at a color `distance` from the middle of the hair above `belowY`.
 */
const WALL = { units: 12, belowY: -30, distance: [0.05, 0.09], lightness: 0.25, blur: 1.5, gain: 2 } as const

/** Marks wall at the cut of a crown as foreign, in place. Its mirrored copy lies above. */
function addWall(foreign: Field, { lightness, a, b }: LabPlanes, kind: Uint8Array, crown: Crown, half: Grid): void {
  const near: number[] = []
  const hair: number[] = []
  eachPixel(half, (i, x, y) => {
    if (kind[i] !== KIND.hair || y > WALL.belowY) return
    if (y < crown.lineAt(x) + WALL.units) near.push(i)
    else if (foreign[i] === 0) hair.push(i)
  })
  if (hair.length < HAIR_MIN) return
  const [midL, midA, midB] = [lightness, a, b].map((plane) => median(hair.map((i) => plane[i]!))) as [
    number,
    number,
    number,
  ]
  const wall = createField(half)
  for (const i of near) {
    const lighter = WALL.lightness * Math.max(0, lightness[i]! - midL)
    const [da, db] = [a[i]! - midA, b[i]! - midB]
    wall[i] = smoothstep(...WALL.distance, Math.sqrt(lighter * lighter + da * da + db * db))
  }
  const soft = boxBlur(wall, half, Math.max(1, Math.round(WALL.blur * half.perUnit)))
  for (const i of near) foreign[i] = Math.max(foreign[i]!, Math.min(1, WALL.gain * soft[i]!))
  releaseBuffer(wall)
  releaseBuffer(soft)
}

/** Shows mirrored hair beside the photo's left and right edge, in place. A flat tone there has a seam. */
function showMirroredSides(foreign: Field, hair: Field, { inside, grid }: Crop, half: Grid): void {
  for (let row = 0; row < half.h; row++) {
    const isInside = (x: number) => inside[2 * row * grid.w + 2 * x] === 1
    for (const side of [-1, 1] as const) {
      const outermost = side < 0 ? 0 : half.w - 1
      let edge = outermost
      while (edge >= 0 && edge < half.w && !isInside(edge)) edge -= side
      if (edge < 0 || edge >= half.w) continue
      // The net's classes end a pixel or two before the photo does.
      for (let x = edge - 2 * side, away = -2; x >= 0 && x < half.w; x += side, away++) {
        const mirrored = edge - side * Math.max(2, away)
        if (mirrored < 0 || mirrored >= half.w || !isInside(mirrored)) break
        const i = row * half.w + x
        const shown =
          smoothstep(...MIRRORED.share, hair[row * half.w + mirrored]!) *
          (1 - smoothstep(...SIDE_FADES, away / half.perUnit))
        foreign[i] = Math.min(foreign[i]!, 1 - shown)
      }
    }
  }
}

/** The mirrored photo beside its edge fades across these distances, in units. */
const SIDE_FADES = [0, 6] as const

const FOREIGN: ReadonlySet<number> = new Set([KIND.background, KIND.clothes, KIND.bodySkin, KIND.beyond])

/** A reconstructed crown lies above this height. */
const CROWN_BELOW = -30
/**
 * A reconstructed crown mirrors the photo's hair, where this share of the pixels around the mirrored one is hair. The
 * forehead and the wall are not mirrored. It fades with the height above the cut, so no pattern shows its axis. The
 * radius is in units.
 */
const MIRRORED = { units: 3, share: [0.7, 0.98] } as const

/** Pixels in a face or this close to it are never foreign, such as ears or a hand at the chin. In units. */
const FOREIGN_OUTSIDE = 3

/** Maximum distance that locks protrude from the outline of hair, in units. */
const FRAY_UNITS = 2
/** Only the strongest locks protrude. All of them would make a scalloped edge. */
const FRAY_FROM = 0.2
/** Softness of the outline with its locks before distances are recomputed, in pixels of the half-size grid. */
const FRAYED_SOFT = 0.7

/**
 * Curls protrude from the outline by up to `units`, and `size` is half their width, both in units. `most` is the height
 * of the highest in the field of locks.
 */
const CURL = { units: 2.2, size: 1.6, most: 0.75 } as const

/** Blends locks into round bumps in proportion to the curls, in place. */
function curlEdge(locks: Field, curls: number, half: Grid): Field {
  if (curls === 0) return locks
  const noise = createField(half)
  // A fixed seed makes the drawing of a photo deterministic.
  let seed = 1234567
  for (let i = 0; i < noise.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0
    noise[i] = (seed >>> 8) / 16777216 - 0.5
  }
  const radius = Math.max(1, Math.round(CURL.size * half.perUnit))
  const bumps = boxBlur(noise, half, radius, 2)
  const gain = (2 * radius + 1) * 2.2
  // The absolute value is round on top and has creases between bumps.
  for (let i = 0; i < locks.length; i++)
    locks[i]! += curls * (FRAY_FROM + CURL.most * Math.min(1, gain * Math.abs(bumps[i]!)) - locks[i]!)
  releaseBuffer(noise)
  releaseBuffer(bumps)
  return locks
}

/** Radius for deciding whether an outline belongs to hair, in units. */
const BESIDE_UNITS = 3

/** Removes regions that the locks cut off from the head, in place. */
function keepPiece(mask: Field, grid: Grid): void {
  const reached = floodFrom(
    [indexAt(grid, 0, 0), indexAt(grid, 0, 30), indexAt(grid, 0, -30)],
    grid,
    (i) => mask[i]! > 0.5,
  )
  // Keeps the soft edge around the region.
  const near = boxBlur(Float32Array.from(reached), grid, 1)
  for (let i = 0; i < mask.length; i++) if (near[i] === 0 || (mask[i]! > 0.5 && reached[i] === 0)) mask[i] = 0
  releaseBuffer(near)
}

/** Returns the proximity to the photo's edge. Hair that it cuts ends in locks. */
function cutOff({ covered, crop: { grid } }: HeadMask, half: Grid): Field {
  const out = createField(half)
  for (let y = 0, i = 0; y < half.h; y++)
    for (let x = 0; x < half.w; x++, i++) out[i] = covered[2 * y * grid.w + 2 * x] === 0 ? 1 : 0
  const near = boxBlur(out, half, Math.round(CUT_NEAR_UNITS * half.perUnit), 2)
  for (let i = 0; i < near.length; i++) near[i] = Math.min(1, 2.2 * near[i]!)
  releaseBuffer(out)
  return near
}

/** Returns the soft share of the head beyond the photo. Its outline is a guess: it has tufts instead of locks. */
function completedPart({ covered, crop: { grid, inside } }: HeadMask, half: Grid): Field {
  const out = createField(half)
  for (let y = 0, i = 0; y < half.h; y++)
    for (let x = 0; x < half.w; x++, i++) {
      const at = 2 * y * grid.w + 2 * x
      out[i] = covered[at] === 1 && inside[at] === 0 ? 1 : 0
    }
  const soft = boxBlur(out, half, Math.round(SMOOTH.units * half.perUnit), 2)
  for (let i = 0; i < soft.length; i++) soft[i] = Math.min(SMOOTH.most, SMOOTH.gain * soft[i]!)
  releaseBuffer(out)
  return soft
}

/** Reach of the smooth outline around the completed part, in units, its gain, and its maximum. */
const SMOOTH = { units: 6, gain: 1.8, most: 0.88 } as const

/** Maximum depth of the notches between locks of cut hair, and their reach from the cut, in units. */
const CUT_UNITS = 3
const CUT_NEAR_UNITS = 7
/** Locks shape a cut only below this height. Above it `rounded-cut.ts` applies. */
const CUT_FROM_Y = 10

/** Returns the local share of hair in the head. */
function hairBeside(mask: Field, skin: Field, worn: Field, half: Grid): Field {
  const radius = Math.round(BESIDE_UNITS * half.perUnit)
  const head = boxBlur(
    mask.map((value) => (value > 0.5 ? 1 : 0)),
    half,
    radius,
  )
  const hair = boxBlur(
    mask.map((value, i) => (value > 0.5 && skin[i]! < 0.5 && worn[i]! < 0.3 ? 1 : 0)),
    half,
    radius,
  )
  for (let i = 0; i < hair.length; i++) hair[i] = head[i]! < 0.01 ? 0 : hair[i]! / head[i]!
  releaseBuffer(head)
  return hair
}

/** Returns the distance to an outline that follows the locks of hair. A smooth outline would look cut with scissors. */
function traceOutline(
  mask: Field,
  locks: Field,
  beside: Field,
  cut: Field,
  completed: Field,
  curls: number,
  grid: Grid,
): Field {
  const half = toHalfGrid(grid)
  const distance = contourDistance(mask, half, CONTOUR_BLUR_UNITS * half.perUnit)
  const frayed = createField(half)
  const tuftAt = createTufts(curls)
  eachPixel(half, (i, x, y) => {
    const share = smoothstep(0.45, 0.85, beside[i]!)
    const lock =
      (FRAY_UNITS + (CURL.units - FRAY_UNITS) * curls) *
      (1 - (1 - curls) * Math.max(cut[i]!, completed[i]!)) *
      Math.max(0, locks[i]! - FRAY_FROM)
    const taken = y > CUT_FROM_Y ? CUT_UNITS * cut[i]! * clamp(0.55 - locks[i]!, 0, 1) : 0
    const tuft = completed[i]! > 0 ? (completed[i]! / SMOOTH.most) * tuftAt(x, y) : 0
    const depth = distance[i]! + half.perUnit * share * (lock + tuft - taken)
    frayed[i] = clamp(0.5 + depth / (2.5 * FRAYED_SOFT), 0, 1)
  })
  keepPiece(frayed, half)
  const small = contourDistance(frayed, half, FRAYED_SOFT)
  for (let i = 0; i < small.length; i++) small[i]! *= 2
  const out = doubled(small, grid)
  for (const field of [distance, frayed, small, locks, beside, cut, completed]) releaseBuffer(field)
  return out
}

/** Releases the buffers of a portrait. */
export function releasePortrait({ distance, skin, features, worn, lines, strands, tones }: Portrait): void {
  for (const field of [distance, skin, features, worn, lines, strands, ...listFields(tones)]) releaseBuffer(field)
}

/**
 * Returns strokes weighted by ink strength. On dark skin they are amplified to the same relative contrast as on fair
 * skin.
 */
function weighLines(crop: Crop, mask: Field, skin: Field, { features, ink }: FaceWindows, color: Lab): Field {
  const lines = findLines(crop.lightness, mask, features, crop.grid, ink)
  const onSkin = clamp(REFERENCE_LIGHTNESS / color[0], 1, 2)
  for (let i = 0; i < lines.length; i++) lines[i]! *= ink[i]! * (skin[i]! > 0.5 ? onSkin : 1)
  return lines
}
