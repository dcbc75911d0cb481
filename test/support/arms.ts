import { getTeam } from '#shared/domain/team.ts'
import type { FaceMap } from '#worker/artist/ink/study/face-map.ts'
import type { Place } from '#worker/artist/place.ts'
import { bodyLayers, buildFor } from '#worker/artist/player/index.ts'
import { composeScene } from '#worker/artist/scene.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { cheekTones } from './cheeks.ts'
import { pixelsOfArt } from './drawn-face.ts'
import { type CieLab, toCieLab } from './lab.ts'
import type { Spot } from './head-places.ts'

/** A color that no team uses, so pixels of this color in a drawn body are skin. */
const MARK = '#ff00fe'
/** Sampling every fourth pixel is enough. */
const STRIDE_BYTES = 16

/** Returns the average color of a player's bare, crossed arms in art without gear. */
export async function armTone(art: Picture, team: string, map: FaceMap, place: Place): Promise<CieLab> {
  const { body } = bodyLayers(
    {
      pair: getTeam(team)!,
      number: '12',
      poseId: 'arms-crossed',
      build: buildFor(map),
      skin: { lit: MARK, shade: MARK, deep: MARK },
      neck: null,
      yaw: map.yaw,
    },
    place,
  )
  const marked = await pixelsOfArt(await composeScene([body]))
  const skin: CieLab[] = []
  for (let at = 0; at < marked.data.length; at += STRIDE_BYTES) {
    const [red, green, blue] = [marked.data[at]!, marked.data[at + 1]!, marked.data[at + 2]!]
    if (red > 235 && green < 80 && blue > 235) skin.push(toCieLab(art.data[at]!, art.data[at + 1]!, art.data[at + 2]!))
  }
  return middle(skin)
}

/**
 * Returns the CIE 1976 color difference between the arms and the nearest tone between both cheeks. One cheek may be in
 * shadow. Returns null if no cheek is visible.
 */
export function armsFromCheeks(arms: CieLab, art: Picture, landmarks: readonly Spot[]): number | null {
  const [one, other = one] = cheekTones(art, landmarks)
  if (one === undefined || other === undefined) return null
  const axis = [0, 1, 2].map((c) => other[c]! - one[c]!)
  const offset = [0, 1, 2].map((c) => arms[c]! - one[c]!)
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, c) => sum + value * b[c]!, 0)
  const share = Math.min(1, Math.max(0, dot(offset, axis) / Math.max(1e-6, dot(axis, axis))))
  return Math.hypot(...offset.map((value, c) => value - share * axis[c]!))
}

const middle = (colors: readonly CieLab[]): CieLab => {
  const of = (c: 0 | 1 | 2) => colors.map((color) => color[c]).toSorted((a, b) => a - b)[colors.length >> 1]!
  return [of(0), of(1), of(2)]
}
