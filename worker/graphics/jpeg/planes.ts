/** One channel of a picture, as levels around zero, in whole blocks: what sticks out repeats the edge. */
export type Plane = { columns: number; rows: number; levels: Float32Array }

export const BLOCK_PX = 8
/** The colors have one level for each square of 2 x 2 pixels, as eyes have it too. */
const SQUARE_PX = 2
const UNIT_PX = BLOCK_PX * SQUARE_PX

/**
 * Lightness and the two colors of a picture.
 *
 * @param rgba straight, row by row; how much it covers is left out
 */
export function planesOf(rgba: Uint8ClampedArray, width: number, height: number): readonly [Plane, Plane, Plane] {
  const [columns, rows] = [Math.ceil(width / UNIT_PX), Math.ceil(height / UNIT_PX)]
  const light = createPlane(columns * SQUARE_PX, rows * SQUARE_PX)
  const [blue, red] = [createPlane(columns, rows), createPlane(columns, rows)]
  const [wide, narrow] = [columns * UNIT_PX, columns * BLOCK_PX]
  for (let y = 0; y < rows * UNIT_PX; y++) {
    const line = Math.min(y, height - 1) * width
    for (let x = 0; x < wide; x++) {
      const at = 4 * (line + Math.min(x, width - 1))
      const [r, g, b] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!]
      const small = (y >> 1) * narrow + (x >> 1)
      light.levels[y * wide + x] = 0.299 * r + 0.587 * g + 0.114 * b - 128
      blue.levels[small]! += (-0.168736 * r - 0.331264 * g + 0.5 * b) / 4
      red.levels[small]! += (0.5 * r - 0.418688 * g - 0.081312 * b) / 4
    }
  }
  return [light, blue, red]
}

const createPlane = (columns: number, rows: number): Plane => ({
  columns,
  rows,
  levels: new Float32Array(columns * rows * BLOCK_PX * BLOCK_PX),
})
