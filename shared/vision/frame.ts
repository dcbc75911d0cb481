/** A picture as the browser's `ImageData` is: four bytes a pixel, red, green, blue, opacity. */
export type Pixels = {
  readonly data: Uint8ClampedArray | Uint8Array
  readonly width: number
  readonly height: number
}

/** A part of a picture: its middle and its size in the picture's pixels, turned clockwise by `roll` radians. */
export type Frame = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly roll: number
}

export type Spot = { readonly x: number; readonly y: number }

export const square = (x: number, y: number, side: number, roll = 0): Frame => ({
  x,
  y,
  width: side,
  height: side,
  roll,
})

/** Where a place of a frame lies in the picture: `u` to its right and `v` down, each from 0 to 1. */
export function fromFrame({ x, y, width, height, roll }: Frame, u: number, v: number): Spot {
  const [dx, dy] = [(u - 0.5) * width, (v - 0.5) * height]
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  return { x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos }
}

/** A picture and its smaller copies: each level is half as wide and high as the one before, level 0 the picture itself. */
export type Levels = (level: number) => Pixels

/** Makes the smaller copies when they are asked for, and keeps them as long as itself is kept. */
export function levelsOf(picture: Pixels): Levels {
  const made = [picture]
  return (level) => {
    while (made.length <= level) made.push(halved(made.at(-1)!))
    return made[level]!
  }
}

function halved({ data, width, height }: Pixels): Pixels {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Uint8ClampedArray(w * h * 4)
  const line = width * 4
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const from = y * 2 * line + x * 8
      for (let c = from; c < from + 4; c++, to++) {
        out[to] = (data[c]! + data[c + 4]! + data[c + line]! + data[c + line + 4]! + 2) >> 2
      }
    }
  }
  return { data: out, width: w, height: h }
}

/** A copy smaller than this has nothing to sample between. */
const SIDE_MIN_PX = 4

/**
 * A part of a picture as a net wants it: `side` x `side` x 3, red, green, blue, 0 to 255 laid between `low` and `high`;
 * stretched if the frame is no square. What lies beyond the picture's edge is black.
 */
export function sample(levels: Levels, frame: Frame, side: number, low: number, high: number): Float32Array {
  // A copy of about the size asked for: sampling a larger one would skip pixels.
  let level = 0
  const longer = Math.max(frame.width, frame.height)
  const shorter = Math.min(levels(0).width, levels(0).height)
  while (longer >= side * 2 ** (level + 1) && shorter >= SIDE_MIN_PX * 2 ** (level + 1)) level++
  const { data, width, height } = levels(level)
  const per = 1 / 2 ** level
  const [cos, sin] = [Math.cos(frame.roll) * per, Math.sin(frame.roll) * per]
  const out = new Float32Array(side * side * 3).fill(low)
  const scale = (high - low) / 255
  const line = width * 4
  for (let row = 0, i = 0; row < side; row++) {
    const dy = ((row + 0.5) / side - 0.5) * frame.height
    for (let column = 0; column < side; column++, i += 3) {
      const dx = ((column + 0.5) / side - 0.5) * frame.width
      const px = frame.x * per + dx * cos - dy * sin - 0.5
      const py = frame.y * per + dx * sin + dy * cos - 0.5
      if (px < -0.5 || py < -0.5 || px > width - 0.5 || py > height - 0.5) continue
      const x = Math.min(Math.max(px, 0), width - 1)
      const y = Math.min(Math.max(py, 0), height - 1)
      const u = x - Math.floor(x)
      const v = y - Math.floor(y)
      const from = Math.floor(y) * line + Math.floor(x) * 4
      // In the last column and row there is no next one, and none is needed.
      const right = u > 0 ? 4 : 0
      const below = v > 0 ? line : 0
      for (let c = from; c < from + 3; c++) {
        const above = data[c]! + (data[c + right]! - data[c]!) * u
        const under = data[c + below]! + (data[c + below + right]! - data[c + below]!) * u
        out[i + c - from] = low + (above + (under - above) * v) * scale
      }
    }
  }
  return out
}
