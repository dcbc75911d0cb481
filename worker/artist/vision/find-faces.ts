import type { FaceOval } from '#shared/domain/face-oval.ts'
import { type FoundFace, SCORE_MIN } from '#shared/vision/faces.ts'
import { type Frame, square } from '#shared/vision/frame.ts'
import { createLook, type Look, lookCloser, searchFaces } from '#shared/vision/search.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import type { Face, Point3 } from './face.ts'
import { prominence } from './main-face.ts'
import { MEAN_FACE } from './mean-face.ts'
import { toFrame, type Trace, traceFace, traceIn } from './mesh.ts'
import { loadNet } from './nets.ts'
import { levelsOfPicture } from './picture-levels.ts'
import { toPose } from './pose.ts'

/** The second net has the last word, so that the first may guess; with the browser's limit one face in 40 is lost. */
const GUESS_MIN = 0.35
/**
 * Number of candidates of one search that are examined, the largest ones; fewer guesses, and only when nothing is
 * surer.
 */
const FACES_MAX = 8
const GUESSES_MAX = 2

/**
 * Face detection: finds every face that two nets agree on, the most prominent first: upright, leaning, lying and upside
 * down, from about 1/20 of the longer side on. None gives an empty list.
 *
 * An oval from the visitor is the truth: the face in it comes first. If no net sees one there, it is the mean of many
 * faces laid into the oval, with `isGuessed`.
 *
 * @throws whatever reading the weights throws
 * @example
 * const main = findMainFace(picture, await findFaces(picture))
 */
export async function findFaces(picture: Picture, oval: FaceOval | null = null): Promise<readonly Face[]> {
  const [detector, trace] = await Promise.all([loadNet('detector'), traceIn(picture)])
  const look = createLook(detector, levelsOfPicture(picture), GUESS_MIN)
  const faces = everyFace(picture, look, trace)
  if (oval === null) return faces
  const meant = faceInOval(poseOfOval(picture, oval), look, trace)
  return [meant, ...faces.filter(({ pose }) => !isNear(meant.pose, pose, SAME_UNITS))]
}

function everyFace(picture: Picture, look: Look, trace: Trace): Face[] {
  for (const found of searchFaces(look, { width: picture.widthPx, height: picture.heightPx })) {
    const faces = likely(found).flatMap((one) => examined(lookCloser(look, one), trace) ?? [])
    if (faces.length > 0) return distinct(faces).toSorted((one, other) => rank(other) - rank(one))
  }
  return []

  function rank({ pose }: Face): number {
    return prominence(picture, pose)
  }
}

function likely(found: readonly FoundFace[]): FoundFace[] {
  const sure = found.filter(({ score }) => score >= SCORE_MIN)
  if (sure.length === 0) return found.slice(0, GUESSES_MAX)
  return sure.toSorted((one, other) => other.width - one.width).slice(0, FACES_MAX)
}

function examined(found: FoundFace, trace: Trace): Face | null {
  const mesh = traceFace(trace, toFrame(found))
  return mesh && toFace(found, mesh.points)
}

/** Two findings may turn out to be one face when they are looked at closer. */
function distinct(faces: readonly Face[]): Face[] {
  const distinct: Face[] = []
  for (const face of faces.toSorted((one, other) => other.score - one.score)) {
    if (!distinct.some(({ pose }) => isNear(pose, face.pose, SAME_UNITS))) distinct.push(face)
  }
  return distinct
}

/** Centres of one face, and those that an oval still means, are no further apart. */
const SAME_UNITS = 40
const IN_OVAL_UNITS = 60

const isNear = (pose: Pose, other: { x: number; y: number }, units: number): boolean =>
  Math.hypot(pose.x - other.x, pose.y - other.y) < units * pose.unitPx

/** Squares around an oval, in units of head space: as the detector likes a face best, and for an oval too small. */
const OVAL_SQUARES = [188, 300] as const
/** Size of the square that the mesh net expects around a face of the oval's size. */
const MESH_SQUARE = 141

function faceInOval(oval: Pose, look: Look, trace: Trace): Face {
  const toSquare = (units: number): Frame => square(oval.x, oval.y, units * oval.unitPx, oval.roll)
  const isMeant = ({ pose }: Face) => isNear(oval, pose, IN_OVAL_UNITS)
  for (const units of OVAL_SQUARES) {
    const found = look(toSquare(units)).filter((one) => isNear(oval, one, IN_OVAL_UNITS))
    const nearest = found.toSorted((one, other) => far(one) - far(other))[0]
    const face = nearest && examined(lookCloser(look, nearest), trace)
    if (face && isMeant(face)) return face
  }
  const mesh = traceFace(trace, toSquare(MESH_SQUARE))
  const face = mesh && toFace({ score: 0, ...toBox(oval) }, mesh.points)
  return face && isMeant(face) ? face : guessedFace(oval)

  function far({ x, y }: FoundFace): number {
    return Math.hypot(x - oval.x, y - oval.y)
  }
}

/** Units of head space from ear to ear, as an oval has them. */
const OVAL_UNITS = 100

const poseOfOval = ({ widthPx, heightPx }: Picture, { cx, cy, s, roll }: FaceOval): Pose => ({
  x: cx * widthPx,
  y: cy * heightPx,
  unitPx: (s * Math.max(widthPx, heightPx)) / OVAL_UNITS,
  roll,
})

/**
 * The detector's box of a face: units of head space along each side, and how far its middle is below the face's centre.
 */
const BOX_UNITS = 97
const BOX_BELOW = 17

const toBox = ({ x, y, unitPx, roll }: Pose): Face['box'] => ({
  x: x - BOX_BELOW * unitPx * Math.sin(roll),
  y: y + BOX_BELOW * unitPx * Math.cos(roll),
  width: BOX_UNITS * unitPx,
  height: BOX_UNITS * unitPx,
})

const toFace = ({ score, x, y, width, height }: Omit<FoundFace, 'points'>, points: Face['points']): Face => ({
  score,
  box: { x, y, width, height },
  points,
  pose: toPose({ points }),
  isGuessed: false,
})

function guessedFace(pose: Pose): Face {
  const [cos, sin] = [Math.cos(pose.roll) * pose.unitPx, Math.sin(pose.roll) * pose.unitPx]
  const points = Array.from({ length: MEAN_FACE.length / 3 }, (_, i): Point3 => {
    const [u, v, w] = [MEAN_FACE[3 * i]!, MEAN_FACE[3 * i + 1]!, MEAN_FACE[3 * i + 2]!]
    return { x: pose.x + u * cos - v * sin, y: pose.y + u * sin + v * cos, z: w * pose.unitPx }
  })
  return { score: 0, box: toBox(pose), points, pose: { ...pose, yaw: 0, pitch: 0 }, isGuessed: true }
}
