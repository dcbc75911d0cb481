import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { median, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, eachPixel, type Field, type Grid, indexAt, unitX, unitY } from '../field/grid.ts'
import { addBackdrop } from './backdrop.ts'
import { addDarkClothes } from './clothes-in-hair.ts'
import type { Crop } from './crop.ts'
import type { Crown } from './crown.ts'
import { MIRROR_FADES } from './crown-hair.ts'
import { inpaint } from './hair.ts'
import type { HeadMask } from './head-mask.ts'
import { eachPiece } from '../field/regions.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

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

/**
 * Returns a soft mask of pixels that are painted in the tone and color of the hair: wall between two locks, a collar
 * below an ear, overexposed hair, and mirrored hair in a reconstructed crown, except near its edge.
 *
 * @param planes the photo at half size
 * @param mask of the head at half size
 */
export function findForeign(head: HeadMask, planes: LabPlanes, mask: Field, half: Grid): Field {
  const marked = markForeign(head, mask, half)
  const out = marked.slice()
  const depth = squaredDistances(half, (i) => mask[i]! < 0.5)
  if (head.backdrop) addBackdrop(out, head.backdrop.share, mask, depth, head.kind, half)
  const wall = readWall(planes.lightness, mask, head.kind, half)
  addRim(out, planes.lightness, wall, depth, head.kind, half)
  addDarkClothes(out, planes, mask, head.kind, half)
  addGlare(out, planes, wall, depth, head, half)
  spareSideburns(out, marked, head.kind, half)
  for (const field of [depth, wall, marked]) releaseBuffer(field)
  if (head.crown?.isHair && !head.crown.isHat) addWall(out, planes, head, head.crown, half)
  return out
}

/** Thin hair in front of an ear shows skin, within these distances of the face and below these heights. In units. */
const SIDEBURN = { fromFace: [4, 9], y: [-44, -36], most: 0.75 } as const

/**
 * Unmarks thin hair between the face and the outline, in place. It is lighter than other hair, because skin shines
 * through, and the tone of the other hair made a dark bar in front of the ear.
 */
function spareSideburns(foreign: Field, marked: Field, kind: Uint8Array, half: Grid): void {
  const toFace = squaredDistances(half, (i) => kind[i] === KIND.faceSkin)
  eachPixel(half, (i, _x, y) => {
    if (kind[i] !== KIND.hair || foreign[i] === marked[i] || y < SIDEBURN.y[0]) return
    const spared =
      SIDEBURN.most *
      smoothstep(...SIDEBURN.y, y) *
      (1 - smoothstep(...SIDEBURN.fromFace, Math.sqrt(toFace[i]!) / half.perUnit))
    foreign[i]! -= spared * (foreign[i]! - marked[i]!)
  })
  releaseBuffer(toFace)
}

/** Marks what the net takes for something else than the head, and the mirrored photo in reconstructed hair. */
function markForeign({ kind, oval, behindHands, crown, crop }: HeadMask, mask: Field, half: Grid): Field {
  const out = createField(half)
  for (let i = 0; i < out.length; i++) {
    const k = kind[i]!
    if (behindHands[i] === 1 || (FOREIGN.has(k) && oval[i]! < -FOREIGN_OUTSIDE)) out[i] = 1
  }
  const hair = boxBlur(
    Float32Array.from(kind, (k, i) => (k === KIND.hair && behindHands[i] === 0 ? 1 : 0)),
    half,
    Math.round(MIRRORED.units * half.perUnit),
  )
  softenLowEdges(out, mask, kind, half)
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

/** Radius of the blend of painted into photographed hair, and the heights across which it fades in, in units. */
const BLEND = { units: 2, below: [14, 26] } as const

/** Extends foreign pixels of the head softly into the hair around them, in place. A hard edge looks like a patch. */
function softenLowEdges(foreign: Field, mask: Field, kind: Uint8Array, half: Grid): void {
  const painted = foreign.map((share, i) => (mask[i]! > 0.5 ? share : 0))
  const soft = boxBlur(painted, half, Math.round(BLEND.units * half.perUnit), 2)
  eachPixel(half, (i, _x, y) => {
    if (kind[i] !== KIND.hair) return
    foreign[i] = Math.max(foreign[i]!, smoothstep(...BLEND.below, y) * Math.min(1, 2 * soft[i]!))
  })
  releaseBuffer(painted)
  releaseBuffer(soft)
}

/** Hair this much lighter than the wall beside it lies in other light than the wall's. */
const OUTSHINES = [0.04, 0.12] as const

/** Returns the lightness of the wall nearest to every pixel. */
function readWall(lightness: Field, mask: Field, kind: Uint8Array, half: Grid): Field {
  const isWall = Float32Array.from(kind, (k, i) => (k === KIND.background && mask[i]! < WALL_MASK ? 1 : 0))
  const [out] = inpaint([lightness], isWall, half) as [Field]
  releaseBuffer(isWall)
  return out
}

/** Wall with a higher mask value mixes with hair. */
const WALL_MASK = 0.004

/**
 * Beside a head and above its eyes, a rim that is much `lighter` than the hair inside it is wall. On top it may be hair
 * in the light. A rim is up to `depth` wide. The hair inside is deeper, within a radius `around` the pixel in which it
 * fills the share `least`. Light that goes deeper, down to `ends`, in more than the share `deep` of a piece is on hair.
 * All lengths are in units.
 */
const RIM = {
  lighter: [0.22, 0.34],
  depth: [11, 14],
  ends: 20,
  deep: 0.02,
  around: 16,
  least: 0.05,
  x: [34, 42],
  y: [-14, -2],
} as const

/** Marks a light rim of hair as foreign, in place. @param depth squared distance to the outline, in pixels */
function addRim(foreign: Field, lightness: Field, wall: Field, depth: Field, kind: Uint8Array, half: Grid): void {
  const inside = createField(half)
  const product = createField(half)
  const deepest = (RIM.depth[1] * half.perUnit) ** 2
  for (let i = 0; i < inside.length; i++) {
    if (kind[i] !== KIND.hair || depth[i]! < deepest || foreign[i]! > 0) continue
    inside[i] = 1
    product[i] = lightness[i]!
  }
  const radius = Math.round(RIM.around * half.perUnit)
  const [share, sum] = [boxBlur(inside, half, radius), boxBlur(product, half, radius)]
  const rim = createField(half)
  const deeper = (RIM.ends * half.perUnit) ** 2
  for (let row = 0, i = 0; row < half.h; row++) {
    const above = 1 - smoothstep(RIM.y[0], RIM.y[1], unitY(half, row))
    if (above === 0) break
    for (let column = 0; column < half.w; column++, i++) {
      if (kind[i] !== KIND.hair || depth[i] === 0 || depth[i]! > deeper || share[i]! < RIM.least) continue
      const lighter = smoothstep(RIM.lighter[0], RIM.lighter[1], lightness[i]! - sum[i]! / share[i]!)
      const like = 1 - smoothstep(OUTSHINES[0], OUTSHINES[1], lightness[i]! - wall[i]!)
      rim[i] = above * lighter * like * smoothstep(RIM.x[0], RIM.x[1], Math.abs(unitX(half, column)))
    }
  }
  eachPiece(
    half,
    (i) => rim[i]! > 0,
    false,
    (pixels) => {
      let deep = 0
      for (const i of pixels) if (depth[i]! > deepest) deep++
      if (deep > RIM.deep * pixels.length) return
      for (const i of pixels) {
        const near = 1 - smoothstep(RIM.depth[0], RIM.depth[1], Math.sqrt(depth[i]!) / half.perUnit)
        foreign[i] = Math.max(foreign[i]!, rim[i]! * near)
      }
    },
  )
  for (const field of [inside, product, share, sum, rim]) releaseBuffer(field)
}

/**
 * Lightness of overexposed hair, which has lost its color and strands. Glare wider than `units` is painted in the tone of
 * the other hair, unless that is less than the share `least`. Backlit hair counts as well, up to `rimUnits` from the
 * outline, if it is lighter than `rim`, `lighter` than most hair, and has less than the share `chroma` of its color. At
 * a crown that the photo cuts, such hair is gloss.
 */
const GLARE = {
  lightness: 0.94,
  units: 3,
  share: [0.25, 0.6],
  least: 0.25,
  rim: 0.72,
  rimUnits: 16,
  lighter: 0.02,
  chroma: 0.72,
  stride: 5,
} as const

/** Marks overexposed hair as foreign, in place. */
function addGlare(
  foreign: Field,
  { lightness, a, b }: LabPlanes,
  wall: Field,
  depth: Field,
  { kind, crown }: HeadMask,
  half: Grid,
): void {
  const hairs: number[] = []
  for (let i = 0; i < kind.length; i += GLARE.stride) if (kind[i] === KIND.hair && foreign[i] === 0) hairs.push(i)
  const [light] = percentiles(
    hairs.map((i) => lightness[i]!),
    [0.75],
  ) as [number]
  const chroma = median(hairs.map((i) => Math.hypot(a[i]!, b[i]!)))
  const rim = crown ? Infinity : Math.max(GLARE.rim, light + GLARE.lighter)
  const isNear = (i: number) => crown === null && depth[i]! < (GLARE.rimUnits * half.perUnit) ** 2
  let [hair, bright] = [0, 0]
  const glare = lightness.map((value, i) => {
    if (kind[i] !== KIND.hair) return 0
    hair++
    const isBacklit =
      value >= rim && value < wall[i]! + OUTSHINES[0] && isNear(i) && Math.hypot(a[i]!, b[i]!) < GLARE.chroma * chroma
    if (value < GLARE.lightness && !isBacklit) return 0
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
 * below the cut are wall if their color has at least this `share` of the wall, because hair in the light is not wall,
 * and is at this `distance` from the hair above `belowY` in the columns `beside`, or from the middle of all of it if
 * there are fewer than `hairMin` pixels. Lightness counts more `atCut`, where the mirrored wall would make a gray cap.
 * Hair farther than `fromWall` from the photo's wall is free of it, and thin hair within `fromFace` of the forehead
 * mixes with skin instead.
 */
const WALL = {
  units: 12,
  belowY: -30,
  distance: [0.05, 0.09],
  share: [0.5, 0.85],
  lightness: [0.45, 0.25],
  atCut: 6,
  blur: 1.5,
  gain: 2,
  hairMin: 40,
  beside: 8,
  fromFace: 10,
  fromWall: 22,
  border: 4,
} as const

/** Marks wall at the cut of a crown as foreign, in place. Its mirrored copy lies above. */
function addWall(
  foreign: Field,
  { lightness, a, b }: LabPlanes,
  { kind, backdrop }: HeadMask,
  crown: Crown,
  half: Grid,
): void {
  if (!backdrop) return
  const near: number[] = []
  const hair: number[] = []
  const [face, wallNear] = [
    { of: KIND.faceSkin, units: WALL.fromFace },
    { of: KIND.background, units: WALL.fromWall },
  ].map(({ of, units }) => {
    const isOfKind = Float32Array.from(kind, (k) => (k === of ? 1 : 0))
    const near = boxBlur(isOfKind, half, Math.round(units * half.perUnit))
    releaseBuffer(isOfKind)
    return near
  }) as [Field, Field]
  eachPixel(half, (i, x, y) => {
    if (kind[i] !== KIND.hair || y > WALL.belowY) return
    if (y < crown.lineAt(x) + WALL.units) {
      if (face[i] === 0 && (wallNear[i]! > 0 || y < crown.lineAt(x) + WALL.border)) near.push(i)
    } else if (foreign[i] === 0) hair.push(i)
  })
  for (const field of [face, wallNear]) releaseBuffer(field)
  if (hair.length < WALL.hairMin) return
  const toneAt = averageColumns([lightness, a, b], hair, half)
  const wall = createField(half)
  for (const i of near) {
    const [midL, midA, midB] = toneAt(i % half.w)
    const below = unitY(half, Math.floor(i / half.w)) - crown.lineAt(unitX(half, i % half.w))
    const lighter = WALL.lightness[below < WALL.atCut ? 0 : 1]! * Math.max(0, lightness[i]! - midL)
    const [da, db] = [a[i]! - midA, b[i]! - midB]
    wall[i] =
      smoothstep(...WALL.share, backdrop.share[i]!) *
      smoothstep(...WALL.distance, Math.sqrt(lighter * lighter + da * da + db * db))
  }
  const soft = boxBlur(wall, half, Math.max(1, Math.round(WALL.blur * half.perUnit)))
  for (const i of near) foreign[i] = Math.max(foreign[i]!, Math.min(1, WALL.gain * soft[i]!))
  releaseBuffer(wall)
  releaseBuffer(soft)
}

/** Returns a function for the mean color of some pixels near a column, or for the median of all where they are few. */
function averageColumns(planes: readonly Field[], pixels: readonly number[], { w, perUnit }: Grid) {
  const all = planes.map((plane) => median(pixels.map((i) => plane[i]!))) as [number, number, number]
  // Sums over all columns to the left.
  const sums = Array.from({ length: planes.length + 1 }, () => new Float64Array(w + 1))
  for (const i of pixels)
    [1, ...planes.map((plane) => plane[i]!)].forEach((value, n) => (sums[n]![(i % w) + 1]! += value))
  for (const sum of sums) for (let x = 0; x < w; x++) sum[x + 1]! += sum[x]!
  const reach = Math.round(WALL.beside * perUnit)
  return (column: number): [number, number, number] => {
    const [from, to] = [Math.max(0, column - reach), Math.min(w, column + reach + 1)]
    const [count, l, a, b] = sums.map((sum) => sum[to]! - sum[from]!) as [number, number, number, number]
    return count < WALL.hairMin ? all : [l / count, a / count, b / count]
  }
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
