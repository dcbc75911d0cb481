import { exposureGains } from '#worker/artist/ink/light.ts'
import type { Picture, Pose } from '#worker/artist/ink/picture.ts'
import { refineByPupils } from '#worker/artist/ink/pupils.ts'
import { confirmFace } from './confirm.ts'
import { findByBrightness, findByHaar, type Scales } from './find-boxes.ts'
import { grayCopy } from './gray.ts'
import { type Jsfeat, loadJsfeat } from './load-jsfeat.ts'
import { prominence } from './main-face.ts'

/** One way of looking: which detector, at which size, with the picture turned how far. */
type Look = {
  readonly find: typeof findByHaar
  readonly longSidePx: number
  readonly roll: number
  readonly scales?: Scales
  /** A detector's box in head space: units across it, and how far the face's centre lies from its own. */
  readonly boxUnits: number
  readonly centreUnits: number
}

const haar = { find: findByHaar, boxUnits: 104, centreUnits: -8.5 }
const brightness = { find: findByBrightness, boxUnits: 86, centreUnits: -6 }
/** Each look sees faces up to 0.3 radians from upright. */
const TILT = 0.3
const STRONG_TILT = 0.5
/** Larger faces were looked for before, in smaller copies. */
const SMALL: Scales = { factor: 1.2, min: 1, max: 2.5 }

/** The face of a selfie is a fifth of it or more; looking for that takes a third of the time that smaller ones do. */
const LARGE: Scales = { factor: 1.2, min: 1.2 ** 4, max: Number.POSITIVE_INFINITY }

/** From the cheapest look to the most hopeful one. */
const LOOKS: readonly (readonly Look[])[] = [
  [{ ...haar, longSidePx: 192, roll: 0, scales: LARGE }],
  [{ ...haar, longSidePx: 192, roll: 0 }],
  [{ ...brightness, longSidePx: 256, roll: 0 }],
  [{ ...haar, longSidePx: 256, roll: 0 }],
  [
    { ...haar, longSidePx: 192, roll: -TILT },
    { ...haar, longSidePx: 192, roll: TILT },
  ],
  [
    { ...haar, longSidePx: 256, roll: -STRONG_TILT },
    { ...haar, longSidePx: 256, roll: STRONG_TILT },
  ],
  [{ ...haar, longSidePx: 640, roll: 0, scales: SMALL }],
]

/** So many findings of one look are examined, and none that far fewer windows agreed on than on the best. */
const EXAMINED = 6
const AGREEMENT_SHARE = 0.3
/** In the picture's own pixels. What is smaller has no features to draw, and noise looks like it. */
const UNIT_MIN_PX = 0.3

/**
 * The main face of a picture, or null: of the faces that the first successful look sees the one that is large and
 * near the middle. The same picture always gives the same face.
 */
export async function detectFace(picture: Picture): Promise<Pose | null> {
  const jsfeat = await loadJsfeat()
  for (const looks of LOOKS) {
    const likely = looks.flatMap((look) => posesOf(jsfeat, picture, look))
    likely.sort((one, other) => prominence(picture, other) - prominence(picture, one))
    for (const pose of likely) {
      const face = confirmFace(jsfeat, picture, pose)
      // Pupils correct only so much at once: this is the first of two times.
      if (face) return refineByPupils(picture, face, exposureGains(picture))
    }
  }
  return null
}

function posesOf(jsfeat: Jsfeat, picture: Picture, look: Look): Pose[] {
  const gray = grayCopy(jsfeat, picture, look.longSidePx, look.roll)
  const boxes = look.find(jsfeat, gray.matrix, look.scales).sort((one, other) => other.neighbors - one.neighbors)
  const agreement = AGREEMENT_SHARE * (boxes[0]?.neighbors ?? 0)
  const likely = boxes.filter((box) => box.neighbors >= agreement).slice(0, EXAMINED)
  const poses = likely.map((box) => {
    const unit = box.width / look.boxUnits
    const { x, y, scale } = gray.toPicture(box.x + box.width / 2, box.y + box.height / 2 + look.centreUnits * unit)
    return { x, y, unitPx: unit * scale, roll: look.roll }
  })
  return poses.filter(({ unitPx }) => unitPx >= UNIT_MIN_PX)
}
