import type { FaceOval } from '#shared/domain/face-oval.ts'

/** As a canvas and CSS take it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]
/** Quarter turns to the right. */
export type Turns = 0 | 1 | 2 | 3
export type PhotoSize = { widthPx: number; heightPx: number }

/** A rectangle of a photo after it was turned, in whole pixels. */
export type PhotoPiece = { turns: Turns; left: number; top: number } & PhotoSize

/**
 * How a photo lies behind the frame. `x`, `y`: which of its pixels (once turned) is in the middle of the oval. `zoom`:
 * 1 when the frame is as large as fits into the photo, more when the photo is larger. `lean`: how far the photo is
 * tilted to the right, in radians. `large`: how many times as large as {@link OVAL} the oval is.
 */
export type CropView = { turns: Turns; x: number; y: number; zoom: number; lean: number; large: number }

/** The frame has the shape of a card. All its lengths are in units of which it is 500 wide. */
export const FRAME = { width: 500, height: 700 } as const
/**
 * Where the face goes: an oval from ear to ear and from the hair to the chin. Around it the frame holds all of a head
 * that the artist draws (112 hundredths of a face to each side of its middle, 150 above), so that no crop cuts off tall
 * hair.
 */
export const OVAL = { x: 250, y: 310, radiusX: 100, radiusY: 134 } as const
/** The part of the top of a head that has to be visible, measured from the middle of the oval. */
const CROWN = { xs: [-48, -24, 0, 24, 48], above: 160 } as const
/** So many of these places around a face may lie beyond the photo. */
const RING = 36
const RING_CUT_MAX = 3
/** Where a photo ends soon around a face, the frame would be empty: the oval is larger then. */
const LARGE_MAX = 1.6

export const LEAN_MAX = Math.PI / 4
const ZOOM_MAX = 12
/** How far down the picture most heads are. */
const HEAD_HEIGHT = 0.42
/** Across the frame: with fewer pixels a face would not be recognised on the card. */
const FRAME_MIN_PX = 120
const QUARTER = Math.PI / 2

export const turnedSize = ({ widthPx, heightPx }: PhotoSize, turns: Turns): PhotoSize =>
  turns % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx }

/** Takes a pixel of a photo to where it is after the turns. */
export function turnMatrix(turns: Turns, { widthPx, heightPx }: PhotoSize): Matrix {
  if (turns === 1) return [0, 1, -1, 0, heightPx, 0]
  if (turns === 2) return [-1, 0, 0, -1, widthPx, heightPx]
  if (turns === 3) return [0, -1, 1, 0, 0, widthPx]
  return [1, 0, 0, 1, 0, 0]
}

/** From a face that is as wide as the whole photo to one from afar. */
export function zoomRange(photo: PhotoSize, turns: Turns): { min: number; max: number } {
  const { widthPx, heightPx } = turnedSize(photo, turns)
  const [wide, tall] = [widthPx / FRAME.width, heightPx / FRAME.height]
  const inside = Math.min(wide, tall) / Math.max(wide, tall)
  const max = (Math.min(wide, tall) * FRAME.width) / FRAME_MIN_PX
  return { min: (inside * 2 * OVAL.radiusX) / FRAME.width, max: Math.min(ZOOM_MAX, Math.max(1.5, max)) }
}

/** How a photo lies at first: the frame as large as fits, where a head most often is. */
export function firstView(photo: PhotoSize, turns: Turns = 0): CropView {
  const { widthPx, heightPx } = turnedSize(photo, turns)
  return { turns, x: widthPx / 2, y: heightPx * HEAD_HEIGHT, zoom: 1, lean: 0, large: 1 }
}

/** How a photo lies so that a face of it fills the oval, upright, whichever way the photo was held. */
export function viewOf(photo: PhotoSize, { cx, cy, s, roll }: FaceOval): CropView {
  const turns = (((Math.round(-roll / QUARTER) % 4) + 4) % 4) as Turns
  const [x, y] = applied(turnMatrix(turns, photo), cx * photo.widthPx, cy * photo.heightPx)
  const scale = (2 * OVAL.radiusX) / (s * Math.max(photo.widthPx, photo.heightPx))
  const lean = halfTurn(-roll - turns * QUARTER)
  // How far the frame reaches beyond the photo, to whichever side it does least.
  const { widthPx, heightPx } = turnedSize(photo, turns)
  const large = within(
    Math.min(
      OVAL.x / (Math.max(x, widthPx - x) * scale),
      OVAL.y / (y * scale),
      (FRAME.height - OVAL.y) / ((heightPx - y) * scale),
    ),
    1,
    LARGE_MAX,
  )
  return clampView(photo, { turns, x, y, zoom: (scale * large) / scaleOf(photo, { turns, zoom: 1 }), lean, large })
}

/** Frame units per pixel of the photo. */
export function scaleOf(photo: PhotoSize, { turns, zoom }: Pick<CropView, 'turns' | 'zoom'>): number {
  const { widthPx, heightPx } = turnedSize(photo, turns)
  return zoom * Math.max(FRAME.width / widthPx, FRAME.height / heightPx)
}

/** The nearest view that may be: the middle of the oval is always on the photo. */
export function clampView(photo: PhotoSize, view: CropView): CropView {
  const { widthPx, heightPx } = turnedSize(photo, view.turns)
  const { min, max } = zoomRange(photo, view.turns)
  return {
    turns: view.turns,
    x: within(view.x, 0, widthPx),
    y: within(view.y, 0, heightPx),
    zoom: within(view.zoom, min, max),
    lean: within(view.lean, -LEAN_MAX, LEAN_MAX),
    large: view.large,
  }
}

/** The photo moved by so many units of the frame, as a finger drags it. */
export function dragged(photo: PhotoSize, view: CropView, dx: number, dy: number): CropView {
  const [x, y] = leaned(dx, dy, -view.lean)
  const scale = scaleOf(photo, view)
  return clampView(photo, { ...view, x: view.x - x / scale, y: view.y - y / scale })
}

/** Takes the photo's own pixels to where they are in the frame. */
export function viewMatrix(photo: PhotoSize, view: CropView): Matrix {
  const scale = scaleOf(photo, view)
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
 * Returns the piece of a photo that is sent: everything that lies in the frame, upright as the camera saw it and with
 * nothing invented around it, and where in that piece the face is. A tilt is told, not drawn: turning pixels would only
 * blur them.
 */
export function pieceOf(photo: PhotoSize, view: CropView): { piece: PhotoPiece; face: FaceOval } {
  const { widthPx: maxX, heightPx: maxY } = turnedSize(photo, view.turns)
  const scale = scaleOf(photo, view)
  const corners = [0, FRAME.width].flatMap((x) =>
    [0, FRAME.height].map((y) => leaned((x - OVAL.x) / scale, (y - OVAL.y) / scale, -view.lean)),
  )
  const xs = corners.map(([x]) => view.x + x)
  const ys = corners.map(([, y]) => view.y + y)
  const left = Math.floor(within(Math.min(...xs), 0, maxX - 1))
  const top = Math.floor(within(Math.min(...ys), 0, maxY - 1))
  const widthPx = Math.max(1, Math.ceil(within(Math.max(...xs), 0, maxX)) - left)
  const heightPx = Math.max(1, Math.ceil(within(Math.max(...ys), 0, maxY)) - top)
  return {
    piece: { turns: view.turns, left, top, widthPx, heightPx },
    face: {
      cx: within((view.x - left) / widthPx, 0, 1),
      cy: within((view.y - top) / heightPx, 0, 1),
      s: within((2 * OVAL.radiusX * view.large) / scale / Math.max(widthPx, heightPx), 0.02, 1.5),
      roll: -view.lean,
    },
  }
}

/**
 * Returns what the photo cuts off a head whose face lies in the oval: only its top, another part, or nothing (null).
 * The artist judges by the same measures (worker/artist/ink/study/judge.ts), but by the face that it finds.
 */
export function findHeadCut(photo: PhotoSize, view: CropView): 'top' | 'part' | null {
  const back = inverted(viewMatrix(photo, view))
  const isOutside = (x: number, y: number) => {
    const [px, py] = applied(back, OVAL.x + x * view.large, OVAL.y + y * view.large)
    return px < 0 || py < 0 || px > photo.widthPx || py > photo.heightPx
  }
  const ring = Array.from({ length: RING }, (_, i) => (i * 2 * Math.PI) / RING)
  const cut = ring.filter((angle) => isOutside(Math.cos(angle) * OVAL.radiusX, Math.sin(angle) * OVAL.radiusY))
  // Upward the sine is negative.
  if (cut.filter((angle) => Math.sin(angle) > -0.5).length > RING_CUT_MAX) return 'part'
  return CROWN.xs.some((x) => isOutside(x, -CROWN.above)) || cut.length > RING_CUT_MAX ? 'top' : null
}

/** Returns what the photo cuts off the head in the oval, judged by the face that this device has seen there. */
export function findShownHeadCut(photo: PhotoSize, view: CropView, faces: readonly FaceOval[]) {
  const seen = faces[faceAt(photo, view, faces, OVAL.x, OVAL.y)]
  return findHeadCut(photo, seen ? viewOf(photo, seen) : view)
}

/** A face of a piece that was sent, as a face of the photo as the camera made it. */
export function faceInWhole(photo: PhotoSize, { turns, left, top, widthPx, heightPx }: PhotoPiece, face: FaceOval) {
  const [x, y] = applied(inverted(turnMatrix(turns, photo)), left + face.cx * widthPx, top + face.cy * heightPx)
  return {
    cx: within(x / photo.widthPx, 0, 1),
    cy: within(y / photo.heightPx, 0, 1),
    s: (face.s * Math.max(widthPx, heightPx)) / Math.max(photo.widthPx, photo.heightPx),
    roll: halfTurn(face.roll - turns * QUARTER),
  } satisfies FaceOval
}

/** The face under a point of the frame, or -1. */
export function faceAt(photo: PhotoSize, view: CropView, faces: readonly FaceOval[], x: number, y: number): number {
  const [px, py] = applied(inverted(viewMatrix(photo, view)), x, y)
  return faces.findIndex((face) => {
    const { cx, cy, radiusX, radiusY } = ellipseOf(photo, face)
    const [dx, dy] = leaned(px - cx, py - cy, -face.roll)
    return (dx / radiusX) ** 2 + (dy / radiusY) ** 2 <= 1
  })
}

/** A face as the oval around it, in pixels of the photo. */
export function ellipseOf({ widthPx, heightPx }: PhotoSize, { cx, cy, s }: FaceOval) {
  const radiusX = (s * Math.max(widthPx, heightPx)) / 2
  return { cx: cx * widthPx, cy: cy * heightPx, radiusX, radiusY: (radiusX * OVAL.radiusY) / OVAL.radiusX }
}

const applied = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const

/** Inverts a matrix that turns, moves and enlarges evenly. */
function inverted([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

/** The same angle between minus and plus half a turn. */
const halfTurn = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle))

/** @param angle radians to the right */
function leaned(x: number, y: number, angle: number): [x: number, y: number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [x * cos - y * sin, x * sin + y * cos]
}

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))
