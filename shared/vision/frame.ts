/** A picture in the format of `ImageData`: RGBA, four bytes per pixel. */
export type Pixels = {
  readonly data: Uint8ClampedArray | Uint8Array
  readonly width: number
  readonly height: number
}

/** A region of a picture: center and size in pixels, rotated clockwise by `roll` radians. */
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

/** Converts frame coordinates (`u` right, `v` down, each 0 to 1) to picture coordinates. */
export function fromFrame({ x, y, width, height, roll }: Frame, u: number, v: number): Spot {
  const [dx, dy] = [(u - 0.5) * width, (v - 0.5) * height]
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  return { x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos }
}

/** A mipmap pyramid: level 0 is the picture itself, and each level halves the one before. */
export type Levels = (level: number) => Pixels

/** Creates a pyramid whose levels are computed on demand and cached. */
export function createLevels(picture: Pixels): Levels {
  const levels = [picture]
  return (level) => {
    while (levels.length <= level) levels.push(halve(levels.at(-1)!))
    return levels[level]!
  }
}

function halve({ data, width, height }: Pixels): Pixels {
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

/** Smallest level: a smaller one has no pixels to interpolate. */
const SIDE_MIN_PX = 4

/**
 * Samples a frame as a network's input: `side` x `side` x 3 RGB, with 0 to 255 mapped to `low` to `high`. A frame that is
 * not square is stretched. Pixels outside the picture are black.
 */
export function sample(levels: Levels, frame: Frame, side: number, low: number, high: number): Float32Array {
  // Picks the level closest to the output size. A larger one would skip pixels.
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
      // The last column and row have no neighbor and need none.
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
