import { BLOCK_PX, type Plane } from './planes.ts'

/** The coefficients of a plane's blocks, row by row, 64 each in the order of {@link ZIGZAG}. */
export type Blocks = { columns: number; rows: number; values: Int16Array }

const AREA = BLOCK_PX * BLOCK_PX

/** Where the coefficients lie, from the coarse to the fine: diagonals, up and down in turn. */
export const ZIGZAG: readonly number[] = Array.from({ length: AREA }, (_, i) => i).sort((a, b) => {
  const [one, other] = [diagonalOf(a), diagonalOf(b)]
  if (one !== other) return one - other
  return one % 2 === 0 ? b - a : a - b
})

function diagonalOf(place: number): number {
  return (place % BLOCK_PX) + Math.floor(place / BLOCK_PX)
}

/** The cosine transform of one row, as in ITU T.81, A.3.3. */
const COSINES = Float32Array.from({ length: AREA }, (_, i) => {
  const [frequency, x] = [Math.floor(i / BLOCK_PX), i % BLOCK_PX]
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * frequency * Math.PI) / (2 * BLOCK_PX))
})

/** @param divisors one for each coefficient, row by row */
export function blocksOf({ columns, rows, levels }: Plane, divisors: readonly number[]): Blocks {
  const values = new Int16Array(columns * rows * AREA)
  const [half, whole] = [new Float32Array(AREA), new Float32Array(AREA)]
  const width = columns * BLOCK_PX
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      transform(levels, row * BLOCK_PX * width + column * BLOCK_PX, width, half)
      transform(half, 0, BLOCK_PX, whole)
      const start = (row * columns + column) * AREA
      for (let i = 0; i < AREA; i++) {
        const place = ZIGZAG[i]!
        values[start + i] = Math.round(whole[place]! / divisors[place]!)
      }
    }
  return { columns, rows, values }
}

/** Transforms eight rows and turns the result by its diagonal, so that doing it twice transforms rows and columns. */
function transform(from: Float32Array, start: number, width: number, to: Float32Array): void {
  for (let y = 0; y < BLOCK_PX; y++)
    for (let frequency = 0; frequency < BLOCK_PX; frequency++) {
      let sum = 0
      for (let x = 0; x < BLOCK_PX; x++) sum += from[start + y * width + x]! * COSINES[frequency * BLOCK_PX + x]!
      to[frequency * BLOCK_PX + y] = sum
    }
}
