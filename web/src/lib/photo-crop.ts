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
 * tilted to the right, in radians.
 */
export type CropView = { turns: Turns; x: number; y: number; zoom: number; lean: number }

/** The frame has the shape of a card. All its lengths are in units of which it is 500 wide. */
export const FRAME = { width: 500, height: 700 } as const
/** Where the face goes: an oval from ear to ear and from the hair to the chin. */
export const OVAL = { x: 250, y: 300, radiusX: 128, radiusY: 172 } as const

export const LEAN_MAX = Math.PI / 4
const ZOOM_MAX = 6
/** How far down the picture most heads are. */
const HEAD_HEIGHT = 0.42
/** Fewer pixels than this across the frame make a blurred card. */
const FRAME_MIN_PX = 240

export const turnedSize = ({ widthPx, heightPx }: PhotoSize, turns: Turns): PhotoSize =>
  turns % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx }

/** Takes a pixel of a photo to where it is after the turns. */
export function turnMatrix(turns: Turns, { widthPx, heightPx }: PhotoSize): Matrix {
  if (turns === 1) return [0, 1, -1, 0, heightPx, 0]
  if (turns === 2) return [-1, 0, 0, -1, widthPx, heightPx]
  if (turns === 3) return [0, -1, 1, 0, 0, widthPx]
  return [1, 0, 0, 1, 0, 0]
}

/** From the whole photo being inside the frame to a face from afar. */
export function zoomRange(photo: PhotoSize, turns: Turns): { min: number; max: number } {
  const { widthPx, heightPx } = turnedSize(photo, turns)
  const [wide, tall] = [widthPx / FRAME.width, heightPx / FRAME.height]
  const max = (Math.min(wide, tall) * FRAME.width) / FRAME_MIN_PX
  return { min: Math.min(wide, tall) / Math.max(wide, tall), max: Math.min(ZOOM_MAX, Math.max(1.5, max)) }
}

/** How a photo lies at first: the frame as large as fits, where a head most often is. */
export function firstView(photo: PhotoSize, turns: Turns = 0): CropView {
  const { widthPx, heightPx } = turnedSize(photo, turns)
  return { turns, x: widthPx / 2, y: heightPx * HEAD_HEIGHT, zoom: 1, lean: 0 }
}

/** Frame units per pixel of the photo. */
export function scaleOf(photo: PhotoSize, { turns, zoom }: CropView): number {
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
 * What is sent of a photo: all of it that lies in the frame, upright as the camera saw it and with nothing invented
 * around it, and where in that piece the face is. A tilt is told, not drawn: turning pixels would only blur them.
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
      s: within((2 * OVAL.radiusX) / scale / Math.max(widthPx, heightPx), 0.02, 1.5),
      roll: -view.lean,
    },
  }
}

/** @param angle radians to the right */
function leaned(x: number, y: number, angle: number): [x: number, y: number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [x * cos - y * sin, x * sin + y * cos]
}

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))
