import type { Picture, Pose } from '#worker/artist/ink/picture.ts'
import { confirmFace } from './confirm.ts'
import { findByBrightness, findByHaar } from './find-boxes.ts'
import { grayCopy } from './gray.ts'
import { type Jsfeat, loadJsfeat } from './load-jsfeat.ts'

/** One way of looking: which detector, at which size, with the picture turned how far. */
type Look = {
  readonly find: typeof findByHaar
  readonly longSidePx: number
  readonly roll: number
  /** A detector's box in head space: units across it, and how far the face's centre lies from its own. */
  readonly boxUnits: number
  readonly centreUnits: number
}

const haar = { find: findByHaar, boxUnits: 104, centreUnits: -8.5 }
const brightness = { find: findByBrightness, boxUnits: 86, centreUnits: -6 }
const TILT = 0.3

/** From the cheapest look to the most hopeful one. */
const LOOKS: readonly (readonly Look[])[] = [
  [{ ...haar, longSidePx: 192, roll: 0 }],
  [{ ...brightness, longSidePx: 256, roll: 0 }],
  [{ ...haar, longSidePx: 256, roll: 0 }],
  [
    { ...haar, longSidePx: 192, roll: -TILT },
    { ...haar, longSidePx: 192, roll: TILT },
  ],
  [{ ...haar, longSidePx: 384, roll: 0 }],
]

/** So many findings of one look are examined: those that most windows agreed on, and hardly fewer. */
const EXAMINED = 4
const AGREEMENT_SHARE = 0.3

/** The biggest face of a picture, or null. The same picture always gives the same face. */
export async function detectFace(picture: Picture): Promise<Pose | null> {
  const jsfeat = await loadJsfeat()
  for (const looks of LOOKS) {
    const faces = looks
      .flatMap((look) => posesOf(jsfeat, picture, look))
      .map((pose) => confirmFace(jsfeat, picture, pose))
      .filter((pose) => pose !== null)
    if (faces.length > 0) return faces.reduce((best, face) => (face.unitPx > best.unitPx ? face : best))
  }
  return null
}

function posesOf(jsfeat: Jsfeat, picture: Picture, look: Look): Pose[] {
  const gray = grayCopy(jsfeat, picture, look.longSidePx, look.roll)
  const boxes = look.find(jsfeat, gray.matrix).sort((one, other) => other.neighbors - one.neighbors)
  const agreement = AGREEMENT_SHARE * (boxes[0]?.neighbors ?? 0)
  const likely = boxes.filter((box) => box.neighbors >= agreement).slice(0, EXAMINED)
  return likely.map((box) => {
    const unit = box.width / look.boxUnits
    const { x, y, scale } = gray.toPicture(box.x + box.width / 2, box.y + box.height / 2 + look.centreUnits * unit)
    return { x, y, unitPx: unit * scale, roll: look.roll }
  })
}
