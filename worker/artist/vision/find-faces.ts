import type { FaceOval } from '#shared/domain/face-oval.ts'
import { type FoundFace, SCORE_MIN } from '#shared/vision/faces.ts'
import { type Frame, square } from '#shared/vision/frame.ts'
import { createLook, type Look, lookCloser, searchFaces } from '#shared/vision/search.ts'
import { type Picture, type Pose, toPictureSpace } from '#worker/graphics/picture.ts'
import type { Face, Point3 } from './face.ts'
import { prominence } from './main-face.ts'
import { MEAN_FACE } from './mean-face.ts'
import { toFrame, type Trace, traceFace, traceIn } from './mesh.ts'
import { loadNet } from './nets.ts'
import { levelsOfPicture } from './picture-levels.ts'
import { toPose } from './pose.ts'

/** Low threshold, because the second net verifies each detection. The browser's threshold misses one face in 40. */
const GUESS_MIN = 0.35
/**
 * Maximum number of candidates per search, largest first. There are fewer guesses, used only without a sure candidate.
 */
const FACES_MAX = 8
const GUESSES_MAX = 2

/**
 * Face detection: returns all faces that two nets agree on, most prominent first. Faces may be upright, tilted, lying
 * or upside down, and start at about 1/20 of the longer side.
 *
 * An oval from the visitor takes precedence: its face comes first. If no net finds one there, the result is a mean face
 * placed in the oval, with `isGuessed`.
 *
 * @returns an empty list without faces
 * @throws errors from reading the weights
 * @example
 * const main = findMainFace(picture, await findFaces(picture))
 */
export async function findFaces(picture: Picture, oval: FaceOval | null = null): Promise<readonly Face[]> {
  const [detector, trace] = await Promise.all([loadNet('detector'), traceIn(picture)])
  const look = createLook(detector, levelsOfPicture(picture), GUESS_MIN)
  const faces = findAllFaces(picture, look, trace)
  if (oval === null) return faces
  const ovalFace = faceInOval(poseOfOval(picture, oval), look, trace)
  return [ovalFace, ...faces.filter(({ pose }) => !isNear(ovalFace.pose, pose, SAME_UNITS))]
}

function findAllFaces(picture: Picture, look: Look, trace: Trace): Face[] {
  for (const found of searchFaces(look, { width: picture.widthPx, height: picture.heightPx })) {
    const faces = pickCandidates(found).flatMap((one) => examine(lookCloser(look, one), trace) ?? [])
    if (faces.length > 0) return dropDuplicates(faces).toSorted((one, other) => rank(other) - rank(one))
  }
  return []

  function rank({ pose }: Face): number {
    return prominence(picture, pose)
  }
}

function pickCandidates(found: readonly FoundFace[]): FoundFace[] {
  const sure = found.filter(({ score }) => score >= SCORE_MIN)
  if (sure.length === 0) return found.slice(0, GUESSES_MAX)
  return sure.toSorted((one, other) => other.width - one.width).slice(0, FACES_MAX)
}

function examine(found: FoundFace, trace: Trace): Face | null {
  const mesh = traceFace(trace, toFrame(found))
  return mesh && toFace(found, mesh.points)
}

/** Removes duplicates: two detections may turn out to be one face on closer inspection. */
function dropDuplicates(faces: readonly Face[]): Face[] {
  const unique: Face[] = []
  for (const face of faces.toSorted((one, other) => other.score - one.score)) {
    if (!unique.some(({ pose }) => isNear(pose, face.pose, SAME_UNITS))) unique.push(face)
  }
  return unique
}

/** Maximum distance between two detections of one face, and between a face and the visitor's oval. */
const SAME_UNITS = 40
const IN_OVAL_UNITS = 60

const isNear = (pose: Pose, other: { x: number; y: number }, units: number): boolean =>
  Math.hypot(pose.x - other.x, pose.y - other.y) < units * pose.unitPx

/**
 * Sizes of squares around an oval, in units of head space: the detector's preferred size, and one for an oval that is
 * too small.
 */
const OVAL_SQUARES = [188, 300] as const
/** Size of the square that the mesh net expects around a face of the oval's size. */
const MESH_SQUARE = 141

function faceInOval(oval: Pose, look: Look, trace: Trace): Face {
  const toSquare = (units: number): Frame => square(oval.x, oval.y, units * oval.unitPx, oval.roll)
  const isInOval = ({ pose }: Face) => isNear(oval, pose, IN_OVAL_UNITS)
  for (const units of OVAL_SQUARES) {
    const found = look(toSquare(units)).filter((one) => isNear(oval, one, IN_OVAL_UNITS))
    const nearest = found.toSorted((one, other) => getDistance(one) - getDistance(other))[0]
    const face = nearest && examine(lookCloser(look, nearest), trace)
    if (face && isInOval(face)) return face
  }
  const mesh = traceFace(trace, toSquare(MESH_SQUARE))
  const face = mesh && toFace({ score: 0, ...toBox(oval) }, mesh.points)
  return face && isInOval(face) ? face : guessedFace(oval)

  function getDistance({ x, y }: FoundFace): number {
    return Math.hypot(x - oval.x, y - oval.y)
  }
}

/** Width of an oval from ear to ear, in units of head space. */
const OVAL_UNITS = 100

const poseOfOval = ({ widthPx, heightPx }: Picture, { cx, cy, s, roll }: FaceOval): Pose => ({
  x: cx * widthPx,
  y: cy * heightPx,
  unitPx: (s * Math.max(widthPx, heightPx)) / OVAL_UNITS,
  roll,
})

/** The detector's box of a face: its side in units of head space, and its middle's distance below the face's center. */
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
  const points = Array.from({ length: MEAN_FACE.length / 3 }, (_, i): Point3 => {
    const [x, y, z] = [MEAN_FACE[3 * i]!, MEAN_FACE[3 * i + 1]!, MEAN_FACE[3 * i + 2]!]
    return { ...toPictureSpace(pose, { x, y }), z: z * pose.unitPx }
  })
  return { score: 0, box: toBox(pose), points, pose: { ...pose, yaw: 0, pitch: 0 }, isGuessed: true }
}
