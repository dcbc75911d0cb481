import { describe, expect, it } from 'vitest'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import {
  clampView,
  type CropView,
  dragView,
  faceAt,
  faceInWhole,
  findHeadCut,
  firstView,
  FRAME,
  LEAN_MAX,
  OVAL,
  toCropView,
  toPiece,
  getTurnedSize,
  isNextToAnotherFace,
  type QuarterTurns,
  viewMatrix,
  zoomRange,
} from '#web/photo/photo-crop.ts'

const PHOTO = { widthPx: 1152, heightPx: 1536 }
const ALL_TURNS: readonly QuarterTurns[] = [0, 1, 2, 3]

/** Maps a pixel of the camera's photo into the frame. */
function inFrame(view: CropView, x: number, y: number) {
  const [a, b, c, d, e, f] = viewMatrix(PHOTO, view)
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

describe('a photo in the frame', () => {
  it.each(ALL_TURNS)('shows the view’s center under the oval, after %i quarter turns and any tilt', (turns) => {
    const view = { ...firstView(PHOTO, turns), lean: 0.4, zoom: 2 }
    const { widthPx, heightPx } = PHOTO
    const source = {
      0: [view.x, view.y],
      1: [view.y, heightPx - view.x],
      2: [widthPx - view.x, heightPx - view.y],
      3: [widthPx - view.y, view.x],
    }[turns]
    const corner = inFrame(view, source[0]!, source[1]!)
    expect(corner.x).toBeCloseTo(OVAL.x)
    expect(corner.y).toBeCloseTo(OVAL.y)
  })

  it('moves the photo with the pointer, tilted or not', () => {
    const view = { ...firstView(PHOTO), lean: 0.5, zoom: 1.4 }
    const before = inFrame(view, 500, 600)
    const after = inFrame(dragView(PHOTO, view, 30, -12), 500, 600)
    expect(after.x - before.x).toBeCloseTo(30)
    expect(after.y - before.y).toBeCloseTo(-12)
  })

  it('keeps the photo in the frame and its zoom within bounds', () => {
    const far = clampView(PHOTO, { turns: 0, x: -1e6, y: 1e6, zoom: 1e6, lean: 9, large: 1 })
    expect(far).toEqual({ turns: 0, x: 0, y: 1536, zoom: zoomRange(PHOTO, 0).max, lean: LEAN_MAX, large: 1 })
    expect(zoomRange({ widthPx: 120, heightPx: 160 }, 0).max).toBe(1.5)
  })
})

describe('the crop to send', () => {
  const views: CropView[] = ALL_TURNS.flatMap((turns) =>
    [-0.7, 0, 0.3].flatMap((lean) =>
      [0.8, 1, 3].map((zoom) => clampView(PHOTO, { ...firstView(PHOTO, turns), lean, zoom })),
    ),
  )

  it('crops within the photo in whole pixels, however it is rotated', () => {
    for (const view of views) {
      const { piece } = toPiece(PHOTO, view)
      const { widthPx, heightPx } = getTurnedSize(PHOTO, view.turns)
      expect(Object.values(piece).every(Number.isInteger)).toBe(true)
      expect(piece.left >= 0 && piece.top >= 0).toBe(true)
      expect(piece.left + piece.widthPx <= widthPx && piece.top + piece.heightPx <= heightPx).toBe(true)
    }
  })

  it('sends the face relative to the crop, with the lean against the tilt', () => {
    for (const view of views) {
      const { piece, face } = toPiece(PHOTO, view)
      expect(piece.left + face.cx * piece.widthPx).toBeCloseTo(view.x)
      expect(piece.top + face.cy * piece.heightPx).toBeCloseTo(view.y)
      expect(face.roll).toBe(-view.lean)
      const [a, b] = viewMatrix(PHOTO, view)
      const widthInFrame = face.s * Math.max(piece.widthPx, piece.heightPx) * Math.hypot(a, b)
      expect(widthInFrame).toBeCloseTo(2 * OVAL.radiusX)
    }
  })

  it('crops an untilted photo in the shape of a card', () => {
    const { piece } = toPiece(PHOTO, { turns: 0, x: 576, y: 700, zoom: 2, lean: 0, large: 1 })
    expect(piece.widthPx / piece.heightPx).toBeCloseTo(FRAME.width / FRAME.height, 2)
  })
})

/** A face with an oval 200 pixels wide. The skull reaches 160 pixels above its center. */
const headAt = (x: number, y: number, roll = 0) => {
  const { widthPx, heightPx } = PHOTO
  return findHeadCut(PHOTO, toCropView(PHOTO, { cx: x / widthPx, cy: y / heightPx, s: 200 / heightPx, roll }))
}

describe('heads beside each other', () => {
  const faceAtX = (x: number, widthPx = 200) => ({
    cx: x / PHOTO.widthPx,
    cy: 0.5,
    s: widthPx / PHOTO.heightPx,
    roll: 0,
  })
  const own = faceAtX(400)
  const view = toCropView(PHOTO, own)

  it.each([
    ['touch', faceAtX(670), true],
    ['stand apart', faceAtX(690), false],
    ['touch, one of them closer to the camera', faceAtX(740, 300), true],
    ['stand apart, one of them far behind', faceAtX(620, 100), false],
  ])('detects whether two heads touch: they %s', (_, other, isBeside) => {
    expect(isNextToAnotherFace(PHOTO, view, [other, own])).toBe(isBeside)
  })

  it('ignores one face, and faces outside the oval', () => {
    expect(isNextToAnotherFace(PHOTO, view, [own])).toBe(false)
    expect(isNextToAnotherFace(PHOTO, view, [faceAtX(800), faceAtX(900)])).toBe(false)
  })
})

describe('a head cut off by the photo', () => {
  it.each([
    ['in the middle of the photo', 576, 700, 0, null],
    ['with its whole skull below the upper edge', 576, 165, 0, null],
    ['without the top of its skull', 576, 155, 0, 'top'],
    ['with both cheeks inside the left edge', 105, 700, 0, null],
    ['without a cheek', 80, 700, 0, 'part'],
    ['without a chin', 576, 1430, 0, 'part'],
    ['sideways at the upper edge, whole', 576, 140, Math.PI / 2, null],
    ['sideways, with its crown beyond the right edge', 1010, 700, Math.PI / 2, 'top'],
  ])('detects a cut-off head: %s', (_, x, y, roll, cut) => {
    expect(headAt(x, y, roll)).toBe(cut)
  })

  it('detects a cut-off head for a face that fills the photo, whose oval is larger', () => {
    const sizedUp = (cy: number) => toCropView(PHOTO, { cx: 0.5, cy, s: 0.5, roll: 0 })
    // The oval is 768 pixels wide. The skull reaches 614 pixels above its center.
    expect([sizedUp(0.42).large > 1.2, findHeadCut(PHOTO, sizedUp(0.42))]).toEqual([true, null])
    expect([sizedUp(0.38).large > 1.2, findHeadCut(PHOTO, sizedUp(0.38))]).toEqual([true, 'top'])
  })

  it.each([
    ['leans towards the edge', -0.4, 'top'],
    ['leans away from the edge', 0.4, null],
  ])('detects the cut of a head that %s', (_, roll, cut) => {
    expect(headAt(104, 700, roll)).toBe(cut)
  })

  it('detects a cut-off head wherever the photo was moved', () => {
    const whole = toCropView(PHOTO, { cx: 0.5, cy: 0.5, s: 0.2, roll: 0 })
    expect(findHeadCut(PHOTO, whole)).toBeNull()
    expect(findHeadCut(PHOTO, { ...whole, y: 100 })).toBe('top')
  })
})

describe('a photo fitted to a face', () => {
  const FACE: FaceOval = { cx: 0.4, cy: 0.35, s: 0.2, roll: 0.2 }
  const faces = [0, 0.5, 1.3, 2, Math.PI, -0.7, -1.6, -2.6].map((roll) => ({ ...FACE, roll }))

  it.each(faces)('fits a face upright into the oval, however the head leans (%o)', (face) => {
    const view = toCropView(PHOTO, face)
    const middle = inFrame(view, face.cx * PHOTO.widthPx, face.cy * PHOTO.heightPx)
    expect(middle.x).toBeCloseTo(OVAL.x)
    expect(middle.y).toBeCloseTo(OVAL.y)
    // Distance from the center to the head's own right ear.
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

  it('sends the face that the photo was fitted to', () => {
    for (const face of faces) {
      const view = toCropView(PHOTO, face)
      const sent = toPiece(PHOTO, view)
      const back = faceInWhole(PHOTO, sent.piece, sent.face)
      expect(back.cx).toBeCloseTo(face.cx)
      expect(back.cy).toBeCloseTo(face.cy)
      expect(back.s).toBeCloseTo(face.s)
      expect(Math.cos(back.roll - face.roll)).toBeCloseTo(1)
    }
  })

  it('leaves room for the whole drawn head, with tall hair', () => {
    const { piece, face } = toPiece(PHOTO, toCropView(PHOTO, { cx: 0.5, cy: 0.5, s: 0.2, roll: 0 }))
    const unit = (face.s * Math.max(piece.widthPx, piece.heightPx)) / 100
    expect((face.cy * piece.heightPx) / unit).toBeGreaterThanOrEqual(150)
    expect((face.cx * piece.widthPx) / unit).toBeGreaterThanOrEqual(112)
    expect(((1 - face.cx) * piece.widthPx) / unit).toBeGreaterThanOrEqual(112)
  })

  it('fits a face that fills the photo without cutting anything off', () => {
    const view = toCropView(PHOTO, { cx: 0.5, cy: 0.5, s: 0.5, roll: 0 })
    expect(view.large).toBeGreaterThan(1.3)
    const { piece } = toPiece(PHOTO, view)
    expect(piece).toEqual({ turns: 0, left: 0, top: 0, ...PHOTO })
  })

  it('finds the face under the pointer', () => {
    const others = [FACE, { cx: 0.8, cy: 0.4, s: 0.15, roll: 0 }]
    const view = toCropView(PHOTO, FACE)
    const other = inFrame(view, 0.8 * PHOTO.widthPx, 0.4 * PHOTO.heightPx)
    expect(faceAt(PHOTO, view, others, OVAL.x, OVAL.y)).toBe(0)
    expect(faceAt(PHOTO, view, others, other.x, other.y)).toBe(1)
    expect(faceAt(PHOTO, view, others, OVAL.x, OVAL.y + 2 * OVAL.radiusY)).toBe(-1)
  })
})
