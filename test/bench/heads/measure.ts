import { detectFace } from '#worker/artist/face/detect.ts'
import { cropHead } from '#worker/artist/ink/crop.ts'
import { measureCutout } from '#worker/artist/ink/cutout-quality.ts'
import { type Field, fieldOf, type Grid, unitY } from '#worker/artist/ink/grid.ts'
import { maskHead } from '#worker/artist/ink/head-mask.ts'
import { exposureGains, lightGains } from '#worker/artist/ink/light.ts'
import type { Picture, Pose } from '#worker/artist/ink/picture.ts'
import { studyHead } from '#worker/artist/ink/portrait.ts'
import { refineByPupils } from '#worker/artist/ink/pupils.ts'

/** A cut-out as the gate sees it, whether it may pass or not. */
export type Cutout = { readonly grid: Grid; readonly distance: Field } & ReturnType<typeof measureCutout>

const PER_UNIT = 2

/** As pictures are studied. Null when no face is found. */
export async function cutOut(picture: Picture, forced?: Pose): Promise<Cutout | null> {
  const found = forced ?? (await detectFace(picture))
  if (found === null) return null
  const pose = forced ?? refineByPupils(picture, found, exposureGains(picture))
  const window = cropHead(picture, pose, PER_UNIT, lightGains(picture, pose))
  const { crop, mask, certainty } = maskHead(window)
  const { distance } = studyHead(crop, mask)
  const { grid } = window
  return { grid, distance: onWindow(distance, crop.grid, grid), ...measureCutout(distance, certainty, crop.grid) }
}

/** Distances on the whole window; beyond the part that was studied there is no head. */
function onWindow(distance: Field, part: Grid, window: Grid): Field {
  const out = fieldOf(window).fill(Number.NEGATIVE_INFINITY)
  const [left, top] = [(part.x0 - window.x0) * PER_UNIT, (part.y0 - window.y0) * PER_UNIT]
  for (let y = 0; y < part.h; y++) out.set(distance.subarray(y * part.w, (y + 1) * part.w), (top + y) * window.w + left)
  return out
}

/** Above the jaw: the neck is drawn anew. */
const BOTTOM = 20

/** The area two cut-outs share by the area of both, 0 to 1, in head space. */
export function sharedArea({ grid, distance }: Cutout, other: Cutout, isMirrored = false): number {
  let [both, either] = [0, 0]
  for (let row = 0; row < grid.h && unitY(grid, row) < BOTTOM; row++) {
    for (let x = 0; x < grid.w; x++) {
      const one = distance[row * grid.w + x]! > 0
      const two = other.distance[row * grid.w + (isMirrored ? grid.w - 1 - x : x)]! > 0
      if (one && two) both++
      if (one || two) either++
    }
  }
  return both / either
}
