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
import { faceAt, personAt, segmentHead } from './segments.ts'

/** Low threshold, because the second net verifies each detection. The browser's threshold misses one face in 40. */
const GUESS_MIN = 0.35
/**
 * Maximum number of candidates per search, largest first. There are fewer guesses, used only without a sure candidate.
 */
const FACES_MAX = 8
const GUESSES_MAX = 2
/**
 * Minimum person confidence and share of face skin of a detection that the mesh net rejects. It knows few profiles, but
 * its landmarks fit them.
 */
const SEGMENTED = { person: 0.8, face: 0.6 } as const

/**
 * Face detection: returns all faces that two nets agree on, most prominent first. Faces may be upright, tilted, lying
 * or upside down, and start at about 1/20 of the longer side. In a photo without such a face, the segmentation net
 * decides on the most likely detection.
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
  const { faces, rejected } = findAllFaces(picture, look, trace)
  if (oval === null) return faces.length > 0 ? faces : findProfile(picture, rejected)
  const ovalFace = faceInOval(poseOfOval(picture, oval), look, trace)
  return [ovalFace, ...faces.filter(({ pose }) => !isNear(ovalFace.pose, pose, SAME_UNITS))]
}

type Found = { readonly faces: readonly Face[]; readonly rejected: readonly Face[] }

/** Returns the faces, or the sure detections that the mesh net rejects. */
function findAllFaces(picture: Picture, look: Look, trace: Trace): Found {
  const rejected: Face[] = []
  for (const found of searchFaces(look, { width: picture.widthPx, height: picture.heightPx })) {
    const examined = pickCandidates(found).map((one) => examine(lookCloser(look, one), trace))
    const faces = examined.filter(({ isFace }) => isFace).map(({ face }) => face)
    if (faces.length > 0) {
      const sorted = dropDuplicates(faces).toSorted((one, other) => rank(other) - rank(one))
      return { faces: sorted, rejected: [] }
    }
    for (const { face } of examined) if (face.score >= SCORE_MIN) rejected.push(face)
  }
  return { faces: [], rejected: dropDuplicates(rejected) }

  function rank({ pose }: Face): number {
    return prominence(picture, pose)
  }
}

/** Returns the most likely rejected face that the segmentation net sees, if any. */
async function findProfile(picture: Picture, rejected: readonly Face[]): Promise<readonly Face[]> {
  for (const face of rejected.slice(0, GUESSES_MAX)) {
    const segments = await segmentHead(picture, face)
    if (personAt(segments, face.pose) >= SEGMENTED.person && faceAt(segments, face.pose) >= SEGMENTED.face)
      return [face]
  }
  return []
}

function pickCandidates(found: readonly FoundFace[]): FoundFace[] {
  const sure = found.filter(({ score }) => score >= SCORE_MIN)
  if (sure.length === 0) return found.slice(0, GUESSES_MAX)
  return sure.toSorted((one, other) => other.width - one.width).slice(0, FACES_MAX)
}

function examine(found: FoundFace, trace: Trace): { face: Face; isFace: boolean } {
  const { points, isFace } = traceFace(trace, toFrame(found))
  return { face: toFace(found, points), isFace }
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
    const near = look(toSquare(units)).filter((one) => isNear(oval, one, IN_OVAL_UNITS))
    const nearest = near.toSorted((one, other) => getDistance(one) - getDistance(other))[0]
    const found = nearest && examine(lookCloser(look, nearest), trace)
    if (found?.isFace && isInOval(found.face)) return found.face
  }
  const { points, isFace } = traceFace(trace, toSquare(MESH_SQUARE))
  const face = toFace({ score: 0, ...toBox(oval) }, points)
  return isFace && isInOval(face) ? face : guessedFace(oval)

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
