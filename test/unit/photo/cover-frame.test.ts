import { describe, expect, it } from 'vitest'
import { coverFrame } from '#worker/photo/cover-frame.ts'

const SIZE = 128

/** Returns a picture with a frame of some lines at its top around dark hair and a wall, and its brightness per pixel. */
function paint(frame: number, hairShare = 0.6, blendsOver = 1) {
  const data = new Uint8ClampedArray(4 * SIZE * SIZE).fill(255)
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)]
    const photo = x < hairShare * SIZE ? 50 : 210
    const share = Math.min(1, Math.max(0, (y - frame + 1) / blendsOver))
    data.fill(frame > 0 ? 250 + (photo - 250) * share : photo, 4 * i, 4 * i + 3)
  }
  coverFrame({ data, widthPx: SIZE, heightPx: SIZE })
  return (x: number, y: number) => data[4 * (y * SIZE + x)]
}

describe('coverFrame', () => {
  it('replaces a thin frame with the line of the photo next to it', () => {
    const at = paint(2)
    expect([at(20, 0), at(20, 1), at(20, 2)]).toEqual([50, 50, 50])
    expect([at(120, 0), at(120, 1), at(120, 2)]).toEqual([210, 210, 210])
  })

  it('keeps a photo without a frame', () => {
    const at = paint(0)
    expect([at(20, 0), at(120, 0)]).toEqual([50, 210])
  })

  it('keeps a wall above a head', () => {
    expect(paint(2, 0.1)(5, 0)).toBe(250)
  })

  it('keeps a wide frame and a gradual change', () => {
    expect(paint(12)(20, 0)).toBe(250)
    expect(paint(2, 0.6, 20)(20, 0)).toBe(250)
  })
})
