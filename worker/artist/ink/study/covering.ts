import { type Grid, indexAt, unitX, unitY } from '../field/grid.ts'
import { eachPiece, floodFrom } from '../field/regions.ts'
import type { FaceMap } from './face-map.ts'
import { isBeforeThroat } from './can-be-head.ts'
import { KIND } from './segment-fields.ts'
import { BROW_Y } from './worn-items.ts'

/**
 * Rays from the middle of a face, which search the cloth around it. They start at `from` and end at `to`. Angles are in
 * degrees from straight up, lengths in units.
 */
const RAY = { y: -10, from: 12, to: 130, apart: 4, forehead: 52, cheek: [72, 108], side: [72, 132] } as const
/**
 * Cloth covers a head if it borders on the face, or on a strip of hair up to `hair` wide, on this share of the rays. It
 * is up to `thick` wide: people behind a head wear more of it. In units.
 */
const CLOTH = { hair: 16, thin: 1.5, thick: 62, forehead: 0.75, cheek: 0.5 } as const
/** A loose scarf shows a wider strip of hair above the forehead, but it borders on the face at both sides. */
const LOOSE = { hair: 44, forehead: 0.25, side: 0.4 } as const
/** The net takes at least this share of a covering for clothes. A hat's brim beside the face is as wide as a scarf. */
const CLOTHES_MIN = 0.15
/**
 * Below `fromY` a covering gets `wider` by this many units per unit. It ends `below` the chin, and beyond `half` its
 * middle `higher` by this many units per unit. Farther out and lower it joins the clothes of the body. In units.
 */
const COLLAR = { fromY: 14, topY: -40, wider: 0.15, below: 36, half: 20, higher: 0.45 } as const
/**
 * A throat is bare if at least `share` of the area `below` the chin, up to `half` from its middle, is skin. The cloth in
 * front of it is a collar then. In units.
 */
const BARE = { below: [3, 15], half: 10, share: 0.6 } as const
/**
 * A covering without a collar ends in a curve around the skull, whose middle lies `behind` the face of a profile. Dark
 * walls and clothes may join it there. They do if more than `joined` square units lie beyond the curve. In units.
 */
const SKULL = { y: -40, behind: 15, side: 78, up: 120, down: 85, joined: 200 } as const

/**
 * Labels the cloth of a head covering as `others`, like hats, in place. The net takes most headscarves, turbans and
 * hoods for clothes.
 *
 * @returns 1 on a scarf or hood that encloses the face; null without one
 */
export function labelCovering(kind: Uint8Array, map: FaceMap, grid: Grid): Uint8Array | null {
  const { points, yaw } = map
  const seeds: number[] = []
  const shareOf = (from: number, to: number, hair: number = CLOTH.hair) => {
    let [covered, rays] = [0, 0]
    for (let degrees = from; degrees <= to; degrees += RAY.apart, rays++) {
      const seed = findCloth(kind, degrees, hair, grid)
      if (seed === null) continue
      covered++
      seeds.push(seed)
    }
    return covered / rays
  }
  const sharesBeside = ([least, most]: readonly [number, number]) => [shareOf(-most, -least), shareOf(least, most)]
  const isTight = shareOf(-RAY.forehead, RAY.forehead) >= CLOTH.forehead
  const isScarf = isTight
    ? sharesBeside(RAY.cheek).some((share) => share >= CLOTH.cheek)
    : shareOf(-RAY.forehead, RAY.forehead, LOOSE.hair) >= LOOSE.forehead &&
      sharesBeside(RAY.side).every((share) => share >= LOOSE.side)
  if (!isTight && !isScarf) return null
  const isCloth = (i: number) => kind[i] === KIND.clothes || kind[i] === KIND.others
  const rowOf = (i: number) => unitY(grid, Math.floor(i / grid.w))
  const above = floodFrom(seeds, grid, (i) => isCloth(i) && rowOf(i) < COLLAR.fromY)
  const clothes = countWhere(above, (i) => kind[i] === KIND.clothes)
  if (clothes < CLOTHES_MIN * countWhere(above, () => true)) return null
  let [left, right] = [0, 0]
  above.forEach((is, i) => {
    if (is === 0 || rowOf(i) < COLLAR.topY) return
    left = Math.min(left, unitX(grid, i % grid.w))
    right = Math.max(right, unitX(grid, i % grid.w))
  })
  const chin = points[152]!
  const skullX = -SKULL.behind * Math.sin(yaw)
  const isNear = (i: number) => {
    const down = rowOf(i) - SKULL.y
    return Math.hypot((unitX(grid, i % grid.w) - skullX) / SKULL.side, down / (down < 0 ? SKULL.up : SKULL.down)) < 1
  }
  const isBare = isScarf && isThroatBare(kind, map, grid)
  const covering = isScarf
    ? floodFrom(seeds, grid, (i) => {
        if (!isCloth(i)) return false
        const [x, y] = [unitX(grid, i % grid.w), rowOf(i)]
        if (isBare && isBeforeThroat(x, y, map)) return false
        const wider = COLLAR.wider * (y - COLLAR.fromY)
        const bottom = chin.y + COLLAR.below - COLLAR.higher * Math.max(0, Math.abs(x - chin.x) - COLLAR.half)
        return y < COLLAR.fromY || (y < bottom && x > left - wider && x < right + wider)
      })
    : floodFrom(seeds, grid, (i) => isCloth(i) && isNear(i))
  for (let i = 0; i < kind.length; i++) if (covering[i] === 1) kind[i] = KIND.others
  const cutOff = countWhere(above, (i) => kind[i] === KIND.clothes)
  if (!isScarf && cutOff > SKULL.joined * grid.perUnit ** 2) {
    // Hair apart from the skull, behind cloth that joins the background, is a shadow at the nape.
    const isHair = (i: number) => kind[i] === KIND.hair
    eachPiece(grid, isHair, false, (pixels) => {
      if (!pixels.some(isNear)) for (const i of pixels) kind[i] = KIND.clothes
    })
  }
  return isScarf ? covering : null
}

/** Returns the number of pixels of a region for which `test` is true. */
function countWhere(region: Uint8Array, test: (i: number) => boolean): number {
  let count = 0
  for (let i = 0; i < region.length; i++) if (region[i] === 1 && test(i)) count++
  return count
}

/** Returns true if the photo shows skin below the chin. */
function isThroatBare(kind: Uint8Array, { points }: FaceMap, grid: Grid): boolean {
  const chin = points[152]!
  let [bare, all] = [0, 0]
  for (let y = chin.y + BARE.below[0]; y <= chin.y + BARE.below[1]; y++) {
    for (let x = chin.x - BARE.half; x <= chin.x + BARE.half; x++, all++) {
      const k = kind[indexAt(grid, x, y)]
      if (k === KIND.bodySkin || k === KIND.faceSkin) bare++
    }
  }
  return bare >= BARE.share * all
}

/** Returns the pixel where a ray from the middle of a face enters the cloth of a covering, or null. */
function findCloth(kind: Uint8Array, degrees: number, hairMost: number, grid: Grid): number | null {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  let [hair, thick] = [0, 0]
  let seed: number | null = null
  for (let radius: number = RAY.from; radius < RAY.to; radius++) {
    const y = RAY.y - radius * cos
    const i = indexAt(grid, radius * sin, y)
    const k = kind[i]
    if (k === KIND.clothes || (k === KIND.others && (seed !== null || y < BROW_Y))) {
      seed ??= i
      thick++
    } else if (seed !== null) break
    else if (k === KIND.hair) hair++
    else if (k !== KIND.faceSkin && k !== KIND.others) return null
  }
  return hair <= hairMost && thick >= CLOTH.thin && thick <= CLOTH.thick ? seed : null
}
