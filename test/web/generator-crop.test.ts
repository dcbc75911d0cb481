import { describe, expect, it } from 'vitest'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import {
  clampView,
  type CropView,
  dragged,
  faceAt,
  faceInWhole,
  firstView,
  findHeadCut,
  FRAME,
  LEAN_MAX,
  OVAL,
  pieceOf,
  type Turns,
  turnedSize,
  viewMatrix,
  viewOf,
  zoomRange,
} from '#web/photo/photo-crop.ts'

const PHOTO = { widthPx: 1152, heightPx: 1536 }
const ALL_TURNS: readonly Turns[] = [0, 1, 2, 3]

/** Where a pixel of the photo as the camera made it is in the frame. */
function inFrame(view: CropView, x: number, y: number) {
  const [a, b, c, d, e, f] = viewMatrix(PHOTO, view)
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

describe('a photo in the frame', () => {
  it.each(ALL_TURNS)('shows under the oval what the view says, after %i quarter turns and any tilt', (turns) => {
    const view = { ...firstView(PHOTO, turns), lean: 0.4, zoom: 2 }
    const { widthPx, heightPx } = PHOTO
    const source = {
      0: [view.x, view.y],
      1: [view.y, heightPx - view.x],
      2: [widthPx - view.x, heightPx - view.y],
      3: [widthPx - view.y, view.x],
    }[turns]
    const shown = inFrame(view, source[0]!, source[1]!)
    expect(shown.x).toBeCloseTo(OVAL.x)
    expect(shown.y).toBeCloseTo(OVAL.y)
  })

  it('follows the finger, tilted or not', () => {
    const view = { ...firstView(PHOTO), lean: 0.5, zoom: 1.4 }
    const before = inFrame(view, 500, 600)
    const after = inFrame(dragged(PHOTO, view, 30, -12), 500, 600)
    expect(after.x - before.x).toBeCloseTo(30)
    expect(after.y - before.y).toBeCloseTo(-12)
  })

  it('can be neither lost nor blown up without end', () => {
    const far = clampView(PHOTO, { turns: 0, x: -1e6, y: 1e6, zoom: 1e6, lean: 9, large: 1 })
    expect(far).toEqual({ turns: 0, x: 0, y: 1536, zoom: zoomRange(PHOTO, 0).max, lean: LEAN_MAX, large: 1 })
    expect(zoomRange({ widthPx: 120, heightPx: 160 }, 0).max).toBe(1.5)
  })
})

describe('what is sent', () => {
  const views: CropView[] = ALL_TURNS.flatMap((turns) =>
    [-0.7, 0, 0.3].flatMap((lean) =>
      [0.8, 1, 3].map((zoom) => clampView(PHOTO, { ...firstView(PHOTO, turns), lean, zoom })),
    ),
  )

  it('lies within the photo, in whole pixels, however it was turned', () => {
    for (const view of views) {
      const { piece } = pieceOf(PHOTO, view)
      const { widthPx, heightPx } = turnedSize(PHOTO, view.turns)
      expect(Object.values(piece).every(Number.isInteger)).toBe(true)
      expect(piece.left >= 0 && piece.top >= 0).toBe(true)
      expect(piece.left + piece.widthPx <= widthPx && piece.top + piece.heightPx <= heightPx).toBe(true)
    }
  })

  it('tells the face by its place and size in the piece, and its lean against the tilt', () => {
    for (const view of views) {
      const { piece, face } = pieceOf(PHOTO, view)
      expect(piece.left + face.cx * piece.widthPx).toBeCloseTo(view.x)
      expect(piece.top + face.cy * piece.heightPx).toBeCloseTo(view.y)
      expect(face.roll).toBe(-view.lean)
      const [a, b] = viewMatrix(PHOTO, view)
      const widthInFrame = face.s * Math.max(piece.widthPx, piece.heightPx) * Math.hypot(a, b)
      expect(widthInFrame).toBeCloseTo(2 * OVAL.radiusX)
    }
  })

  it('untilted and inside the photo it has the shape of a card', () => {
    const { piece } = pieceOf(PHOTO, { turns: 0, x: 576, y: 700, zoom: 2, lean: 0, large: 1 })
    expect(piece.widthPx / piece.heightPx).toBeCloseTo(FRAME.width / FRAME.height, 2)
  })
})

/** A face whose oval is 200 pixels wide: a skull reaches 160 pixels above its middle. */
const headAt = (x: number, y: number, roll = 0) => {
  const { widthPx, heightPx } = PHOTO
  return findHeadCut(PHOTO, viewOf(PHOTO, { cx: x / widthPx, cy: y / heightPx, s: 200 / heightPx, roll }))
}

describe('a head that the photo cuts off', () => {
  it.each([
    ['in the middle of the photo', 576, 700, 0, null],
    ['with all of its skull below the upper edge', 576, 165, 0, null],
    ['without the top of its skull', 576, 155, 0, 'top'],
    ['with both cheeks beside the left edge', 105, 700, 0, null],
    ['without a cheek', 80, 700, 0, 'part'],
    ['without a chin', 576, 1430, 0, 'part'],
    ['that lies on its side, at the upper edge, whole', 576, 140, Math.PI / 2, null],
    ['that lies on its side, with its crown beyond the right edge', 1010, 700, Math.PI / 2, 'top'],
  ])('is told from a whole one: %s', (_, x, y, roll, cut) => {
    expect(headAt(x, y, roll)).toBe(cut)
  })

  it('is told of a face that fills the photo, whose oval is larger', () => {
    const sizedUp = (cy: number) => viewOf(PHOTO, { cx: 0.5, cy, s: 0.5, roll: 0 })
    // The oval is 768 pixels wide: a skull reaches 614 pixels above its middle.
    expect([sizedUp(0.42).large > 1.2, findHeadCut(PHOTO, sizedUp(0.42))]).toEqual([true, null])
    expect([sizedUp(0.38).large > 1.2, findHeadCut(PHOTO, sizedUp(0.38))]).toEqual([true, 'top'])
  })

  it.each([
    ['leans towards the edge', -0.4, 'top'],
    ['leans away from it', 0.4, null],
  ])('is told of a head that %s', (_, roll, cut) => {
    expect(headAt(104, 700, roll)).toBe(cut)
  })

  it('is told by where the photo was moved to, too', () => {
    const whole = viewOf(PHOTO, { cx: 0.5, cy: 0.5, s: 0.2, roll: 0 })
    expect(findHeadCut(PHOTO, whole)).toBeNull()
    expect(findHeadCut(PHOTO, { ...whole, y: 100 })).toBe('top')
  })
})

describe('a photo that is fitted to a face', () => {
  const FACE: FaceOval = { cx: 0.4, cy: 0.35, s: 0.2, roll: 0.2 }
  const faces = [0, 0.5, 1.3, 2, Math.PI, -0.7, -1.6, -2.6].map((roll) => ({ ...FACE, roll }))

  it.each(faces)('has it upright in the oval, as wide as that, however the head leans (%o)', (face) => {
    const view = viewOf(PHOTO, face)
    const middle = inFrame(view, face.cx * PHOTO.widthPx, face.cy * PHOTO.heightPx)
    expect(middle.x).toBeCloseTo(OVAL.x)
    expect(middle.y).toBeCloseTo(OVAL.y)
    // From the middle to where the head's own right ear is.
    const half = (face.s * PHOTO.heightPx) / 2
    const ear = inFrame(
      view,
      face.cx * PHOTO.widthPx - half * Math.cos(face.roll),
      face.cy * PHOTO.heightPx - half * Math.sin(face.roll),
    )
    expect(ear.y).toBeCloseTo(OVAL.y)
    expect(OVAL.x - ear.x).toBeCloseTo(OVAL.radiusX * view.large)
    expect(Math.abs(view.lean)).toBeLessThanOrEqual(LEAN_MAX)
  })

  it('sends the same face that it was fitted to', () => {
    for (const face of faces) {
      const view = viewOf(PHOTO, face)
      const sent = pieceOf(PHOTO, view)
      const back = faceInWhole(PHOTO, sent.piece, sent.face)
      expect(back.cx).toBeCloseTo(face.cx)
      expect(back.cy).toBeCloseTo(face.cy)
      expect(back.s).toBeCloseTo(face.s)
      expect(Math.cos(back.roll - face.roll)).toBeCloseTo(1)
    }
  })

  it('leaves room for all of a head that the artist draws, with tall hair', () => {
    const { piece, face } = pieceOf(PHOTO, viewOf(PHOTO, { cx: 0.5, cy: 0.5, s: 0.2, roll: 0 }))
    const unit = (face.s * Math.max(piece.widthPx, piece.heightPx)) / 100
    expect((face.cy * piece.heightPx) / unit).toBeGreaterThanOrEqual(150)
    expect((face.cx * piece.widthPx) / unit).toBeGreaterThanOrEqual(112)
    expect(((1 - face.cx) * piece.widthPx) / unit).toBeGreaterThanOrEqual(112)
  })

  it('fills the frame with a face that fills the photo, and cuts nothing of it off', () => {
    const view = viewOf(PHOTO, { cx: 0.5, cy: 0.5, s: 0.5, roll: 0 })
    expect(view.large).toBeGreaterThan(1.3)
    const { piece } = pieceOf(PHOTO, view)
    expect(piece).toEqual({ turns: 0, left: 0, top: 0, ...PHOTO })
  })

  it('finds the face under a finger', () => {
    const others = [FACE, { cx: 0.8, cy: 0.4, s: 0.15, roll: 0 }]
    const view = viewOf(PHOTO, FACE)
    const other = inFrame(view, 0.8 * PHOTO.widthPx, 0.4 * PHOTO.heightPx)
    expect(faceAt(PHOTO, view, others, OVAL.x, OVAL.y)).toBe(0)
    expect(faceAt(PHOTO, view, others, other.x, other.y)).toBe(1)
    expect(faceAt(PHOTO, view, others, OVAL.x, OVAL.y + 2 * OVAL.radiusY)).toBe(-1)
  })
})
