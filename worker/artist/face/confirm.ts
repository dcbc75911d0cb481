import type { Picture, Pose } from '#worker/artist/ink/picture.ts'
import { findByHaar, type Scales } from './find-boxes.ts'
import { grayWindow } from './gray.ts'
import type { Jsfeat } from './load-jsfeat.ts'

/** The finding is looked at again, upright and at the size at which the detector is best. */
const WINDOW_UNITS = 240
const WINDOW_PX = 128
/** Scales of the detector's own 20 pixels. Whole numbers suit it best. */
const SCALES: Scales = { factor: 1.06, min: 2, max: 4 }
/** On faces seven or more windows agree here, on other things at most four. */
const NEIGHBORS_MIN = 6
/** Where the detector sees a head that stands in the middle, and how large. */
const BOX = { y: 8, width: 94 } as const
const SHIFT_MAX_UNITS = 40

/** @returns the face with its place and size corrected, or null when it is none. */
export function confirmFace(jsfeat: Jsfeat, picture: Picture, pose: Pose): Pose | null {
  const gray = grayWindow(jsfeat, picture, pose, WINDOW_UNITS, WINDOW_PX)
  const unit = WINDOW_PX / WINDOW_UNITS
  const boxes = findByHaar(jsfeat, gray, SCALES).map((box) => ({
    x: (box.x + box.width / 2) / unit - WINDOW_UNITS / 2,
    y: (box.y + box.height / 2) / unit - WINDOW_UNITS / 2 - BOX.y,
    width: box.width / unit,
    neighbors: box.neighbors,
  }))
  const face = boxes.find(({ x, y, neighbors }) => neighbors >= NEIGHBORS_MIN && Math.hypot(x, y) < SHIFT_MAX_UNITS)
  if (!face) return null
  const cos = Math.cos(pose.roll) * pose.unitPx
  const sin = Math.sin(pose.roll) * pose.unitPx
  return {
    x: pose.x + face.x * cos - face.y * sin,
    y: pose.y + face.x * sin + face.y * cos,
    unitPx: (pose.unitPx * (1 + face.width / BOX.width)) / 2,
    roll: pose.roll,
  }
}
