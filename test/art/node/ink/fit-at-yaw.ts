import type { ArmorId } from '#shared/domain/armor.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import type { Glasses } from '#worker/artist/fit/glasses.ts'
import { type FaceMap, mapFace } from '#worker/artist/ink/study/face-map.ts'
import { straightFace, turned } from './turned-face.ts'

/** Yaws of a turned head, in radians. */
export const YAWS = [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6]
/** A head with hair. */
export const SHAPE = {
  hairTop: 80,
  brow: { left: -46, right: 46 },
  strap: { left: -46, right: 46 },
  bandTop: { left: -44, right: 44 },
  crown: { left: -40, right: 40 },
}

const face = await straightFace()

export const mapAt = (yaw: number) => mapFace(turned(face, yaw))
export const adjustAt = (armorId: ArmorId, yaw: number, glasses: Glasses | null = null) =>
  fitGear(armorId, SHAPE, mapAt(yaw), { glasses }).adjust

/** Clear lenses, each as wide as an eye and a half. */
export const glassesOn = ({ eyes }: FaceMap): Glasses => {
  const [left, right] = eyes.map(({ center: { x, y }, width }) => ({
    left: x - 0.75 * width,
    right: x + 0.75 * width,
    top: y - 12,
    bottom: y + 14,
  }))
  return [left!, right!]
}
