import type { FaceOval } from '#shared/domain/face-oval.ts'

/** A transformation matrix as in canvas and CSS: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]
/** Clockwise quarter turns. */
export type QuarterTurns = 0 | 1 | 2 | 3
export type PhotoSize = { widthPx: number; heightPx: number }

/** A rectangle of a rotated photo, in whole pixels. */
export type PhotoPiece = { turns: QuarterTurns; left: number; top: number } & PhotoSize

/**
 * Position of a photo behind the frame. `x`, `y`: the pixel (after rotation) at the center of the oval. `zoom`: 1 when
 * the frame just fits into the photo, more when the photo is larger. `lean`: tilt of the photo to the right, in radians.
 * `large`: size of the oval relative to {@link OVAL}.
 */
export type CropView = { turns: QuarterTurns; x: number; y: number; zoom: number; lean: number; large: number }

/** The frame has a card's aspect ratio. Its lengths are in frame units. */
export const FRAME = { width: 500, height: 700 } as const
/**
 * The oval for the face, from ear to ear and from hairline to chin. The frame around it holds everything that the artist
 * draws of a head (1.12 face units to each side of its center, 1.5 above), so that no crop cuts off tall hair.
 */
export const OVAL = { x: 250, y: 310, radiusX: 100, radiusY: 134 } as const
/** The top of the head that must be visible, relative to the center of the oval. */
const CROWN = { xs: [-48, -24, 0, 24, 48], above: 160 } as const
/** Sample points around a face, and how many of them may be outside the photo. */
const RING = 36
const RING_CUT_MAX = 3
/** Maximum size of the oval. It grows when the photo ends close to the face, which would leave the frame partly empty. */
const LARGE_MAX = 1.6

export const LEAN_MAX = Math.PI / 4
const ZOOM_MAX = 12
/** Typical height of a head in a photo. */
const HEAD_HEIGHT = 0.42
/** Minimum width of the frame in pixels. With fewer, a face on the card would not be recognizable. */
const FRAME_MIN_PX = 120
const QUARTER = Math.PI / 2

export const getTurnedSize = ({ widthPx, heightPx }: PhotoSize, turns: QuarterTurns): PhotoSize =>
  turns % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx }

/** Returns the matrix that rotates a photo. */
export function turnMatrix(turns: QuarterTurns, { widthPx, heightPx }: PhotoSize): Matrix {
  if (turns === 1) return [0, 1, -1, 0, heightPx, 0]
  if (turns === 2) return [-1, 0, 0, -1, widthPx, heightPx]
  if (turns === 3) return [0, -1, 1, 0, 0, widthPx]
  return [1, 0, 0, 1, 0, 0]
}

/** Returns the zoom range: from a face as wide as the photo to one far away. */
export function zoomRange(photo: PhotoSize, turns: QuarterTurns): { min: number; max: number } {
  const { widthPx, heightPx } = getTurnedSize(photo, turns)
  const [wide, tall] = [widthPx / FRAME.width, heightPx / FRAME.height]
  const inside = Math.min(wide, tall) / Math.max(wide, tall)
  const max = (Math.min(wide, tall) * FRAME.width) / FRAME_MIN_PX
  return { min: (inside * 2 * OVAL.radiusX) / FRAME.width, max: Math.min(ZOOM_MAX, Math.max(1.5, max)) }
}

/** Returns the initial position of a photo: the largest frame that fits, where heads usually are. */
export function firstView(photo: PhotoSize, turns: QuarterTurns = 0): CropView {
  const { widthPx, heightPx } = getTurnedSize(photo, turns)
  return { turns, x: widthPx / 2, y: heightPx * HEAD_HEIGHT, zoom: 1, lean: 0, large: 1 }
}

/** Returns the position in which a face fills the oval upright, for any orientation of the photo. */
export function toCropView(photo: PhotoSize, { cx, cy, s, roll }: FaceOval): CropView {
  const turns = (((Math.round(-roll / QUARTER) % 4) + 4) % 4) as QuarterTurns
  const [x, y] = transform(turnMatrix(turns, photo), cx * photo.widthPx, cy * photo.heightPx)
  const scale = (2 * OVAL.radiusX) / (s * Math.max(photo.widthPx, photo.heightPx))
  const lean = normalizeAngle(-roll - turns * QUARTER)
  // Enlarges the oval until the frame no longer extends beyond the photo.
  const { widthPx, heightPx } = getTurnedSize(photo, turns)
  const large = clamp(
    Math.min(
      OVAL.x / (Math.max(x, widthPx - x) * scale),
      OVAL.y / (y * scale),
      (FRAME.height - OVAL.y) / ((heightPx - y) * scale),
    ),
    1,
    LARGE_MAX,
  )
  return clampView(photo, { turns, x, y, zoom: (scale * large) / getScale(photo, { turns, zoom: 1 }), lean, large })
}

/** Frame units per pixel of the photo. */
export function getScale(photo: PhotoSize, { turns, zoom }: Pick<CropView, 'turns' | 'zoom'>): number {
  const { widthPx, heightPx } = getTurnedSize(photo, turns)
  return zoom * Math.max(FRAME.width / widthPx, FRAME.height / heightPx)
}

/** Width of the oval in pixels of the photo. */
export const getOvalPx = (photo: PhotoSize, view: CropView): number =>
  (2 * OVAL.radiusX * view.large) / getScale(photo, view)

/** Returns the nearest valid view, with the center of the oval on the photo. */
export function clampView(photo: PhotoSize, view: CropView): CropView {
  const { widthPx, heightPx } = getTurnedSize(photo, view.turns)
  const { min, max } = zoomRange(photo, view.turns)
  return {
    turns: view.turns,
    x: clamp(view.x, 0, widthPx),
    y: clamp(view.y, 0, heightPx),
    zoom: clamp(view.zoom, min, max),
    lean: clamp(view.lean, -LEAN_MAX, LEAN_MAX),
    large: view.large,
  }
}

/** Moves the photo by a drag in frame units. */
export function dragView(photo: PhotoSize, view: CropView, dx: number, dy: number): CropView {
  const [x, y] = rotate(dx, dy, -view.lean)
  const scale = getScale(photo, view)
  return clampView(photo, { ...view, x: view.x - x / scale, y: view.y - y / scale })
}

/** Returns the matrix from photo pixels to frame units. */
export function viewMatrix(photo: PhotoSize, view: CropView): Matrix {
  const scale = getScale(photo, view)
  const [cos, sin] = [Math.cos(view.lean) * scale, Math.sin(view.lean) * scale]
  const [a, b, c, d, e, f] = turnMatrix(view.turns, photo)
  const [left, top] = [e - view.x, f - view.y]
  return [
    cos * a - sin * b,
    sin * a + cos * b,
    cos * c - sin * d,
    sin * c + cos * d,
    OVAL.x + cos * left - sin * top,
    OVAL.y + sin * left + cos * top,
  ]
}

/**
 * Returns the crop to upload and the face's position in it. The crop is everything in the frame, rotated only by quarter
 * turns and without padding. A tilt goes into the face's roll, because rotating pixels would blur them.
 */
export function toPiece(photo: PhotoSize, view: CropView): { piece: PhotoPiece; face: FaceOval } {
  const { widthPx: maxX, heightPx: maxY } = getTurnedSize(photo, view.turns)
  const scale = getScale(photo, view)
  const corners = [0, FRAME.width].flatMap((x) =>
    [0, FRAME.height].map((y) => rotate((x - OVAL.x) / scale, (y - OVAL.y) / scale, -view.lean)),
  )
  const xs = corners.map(([x]) => view.x + x)
  const ys = corners.map(([, y]) => view.y + y)
  const left = Math.floor(clamp(Math.min(...xs), 0, maxX - 1))
  const top = Math.floor(clamp(Math.min(...ys), 0, maxY - 1))
  const widthPx = Math.max(1, Math.ceil(clamp(Math.max(...xs), 0, maxX)) - left)
  const heightPx = Math.max(1, Math.ceil(clamp(Math.max(...ys), 0, maxY)) - top)
  return {
    piece: { turns: view.turns, left, top, widthPx, heightPx },
    face: {
      cx: clamp((view.x - left) / widthPx, 0, 1),
      cy: clamp((view.y - top) / heightPx, 0, 1),
      s: clamp(getOvalPx(photo, view) / Math.max(widthPx, heightPx), 0.02, 1.5),
      roll: -view.lean,
    },
  }
}

/**
 * Returns what the photo cuts off the head of the face in the oval: only its top, another part, or nothing (null). The
 * artist uses the same thresholds (worker/artist/ink/study/judge.ts), but with the face that it detects.
 */
export function findHeadCut(photo: PhotoSize, view: CropView): 'top' | 'part' | null {
  const toPhoto = invert(viewMatrix(photo, view))
  const isOutside = (x: number, y: number) => {
    const [px, py] = transform(toPhoto, OVAL.x + x * view.large, OVAL.y + y * view.large)
    return px < 0 || py < 0 || px > photo.widthPx || py > photo.heightPx
  }
  const ring = Array.from({ length: RING }, (_, i) => (i * 2 * Math.PI) / RING)
  const cut = ring.filter((angle) => isOutside(Math.cos(angle) * OVAL.radiusX, Math.sin(angle) * OVAL.radiusY))
  // The sine is negative upward.
  if (cut.filter((angle) => Math.sin(angle) > -0.5).length > RING_CUT_MAX) return 'part'
  return CROWN.xs.some((x) => isOutside(x, -CROWN.above)) || cut.length > RING_CUT_MAX ? 'top' : null
}

/** Like {@link findHeadCut}, but uses the face that this device detected in the oval, if any. */
export function findVisibleHeadCut(photo: PhotoSize, view: CropView, faces: readonly FaceOval[]) {
  const seen = faces[faceAt(photo, view, faces, OVAL.x, OVAL.y)]
  return findHeadCut(photo, seen ? toCropView(photo, seen) : view)
}

/**
 * Two faces closer than this, in mean face widths, may share hair in the drawing. It catches 20 of the 22 spoiled
 * drawings among 88 pairs.
 */
const TOUCHING_WIDTHS = 1.4

/** Returns true if another face that this device detected is right beside the face in the oval. */
export function isNextToAnotherFace(photo: PhotoSize, view: CropView, faces: readonly FaceOval[]): boolean {
  const own = faces[faceAt(photo, view, faces, OVAL.x, OVAL.y)]
  if (own === undefined) return false
  const longer = Math.max(photo.widthPx, photo.heightPx)
  return faces.some((face) => {
    const distance = Math.hypot((face.cx - own.cx) * photo.widthPx, (face.cy - own.cy) * photo.heightPx)
    return face !== own && distance < (TOUCHING_WIDTHS * longer * (face.s + own.s)) / 2
  })
}

/** Maps a face from the uploaded crop back to the whole photo. */
export function faceInWhole(photo: PhotoSize, { turns, left, top, widthPx, heightPx }: PhotoPiece, face: FaceOval) {
  const [x, y] = transform(invert(turnMatrix(turns, photo)), left + face.cx * widthPx, top + face.cy * heightPx)
  return {
    cx: clamp(x / photo.widthPx, 0, 1),
    cy: clamp(y / photo.heightPx, 0, 1),
    s: (face.s * Math.max(widthPx, heightPx)) / Math.max(photo.widthPx, photo.heightPx),
    roll: normalizeAngle(face.roll - turns * QUARTER),
  } satisfies FaceOval
}

/** Returns the index of the face at a point of the frame, or -1. */
export function faceAt(photo: PhotoSize, view: CropView, faces: readonly FaceOval[], x: number, y: number): number {
  const [px, py] = transform(invert(viewMatrix(photo, view)), x, y)
  return faces.findIndex((face) => {
    const { cx, cy, radiusX, radiusY } = toEllipse(photo, face)
    const [dx, dy] = rotate(px - cx, py - cy, -face.roll)
    return (dx / radiusX) ** 2 + (dy / radiusY) ** 2 <= 1
  })
}

/** Returns the ellipse around a face, in photo pixels. */
export function toEllipse({ widthPx, heightPx }: PhotoSize, { cx, cy, s }: FaceOval) {
  const radiusX = (s * Math.max(widthPx, heightPx)) / 2
  return { cx: cx * widthPx, cy: cy * heightPx, radiusX, radiusY: (radiusX * OVAL.radiusY) / OVAL.radiusX }
}

const transform = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const

function invert([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

/** Normalizes an angle to -π to π. */
const normalizeAngle = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle))

/** @param angle clockwise, in radians */
function rotate(x: number, y: number, angle: number): [x: number, y: number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [x * cos - y * sin, x * sin + y * cos]
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))
