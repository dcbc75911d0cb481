import type { Heap } from './heap.ts'
import type { Layout } from './plan.ts'

/** Computes a row into memory, starting at the address of its first pixel. */
export type MakeRow = (y: number, out: number) => void

/** A tensor in the kernels' memory. */
export type Tensor = {
  readonly layout: Layout
  readonly address: number
  /** Returns the address of a row's first pixel, and computes the row if needed. Rows beyond the edge are zeros. */
  rowAt(y: number): number
}

/** Gemm reads four pixels at a time, up to three beyond the last row. */
const PIXELS_BEHIND = 3

export const countBytes = ({ rowBytes, rows, pixelBytes }: Layout): number =>
  rowBytes * rows + PIXELS_BEHIND * pixelBytes

/** Zeroes memory. Padding must be zero, because zero times a stray NaN is NaN. */
export function clear(heap: Heap, address: number, bytes: number): void {
  heap.floats.fill(0, address / 4, (address + bytes) / 4)
}

/** @param zeros address of a zero row, as long as the longest row */
export function wholeTensor(layout: Layout, address: number, zeros: number): Tensor {
  const { rowBytes, size } = layout
  const indent = layout.left * layout.pixelBytes
  return {
    layout,
    address,
    rowAt: (y) => (y < 0 || y >= size.height ? zeros : address + y * rowBytes) + indent,
  }
}

/** A tensor that keeps only the latest rows in memory. Rows must be requested in order. */
export function ringTensor(layout: Layout, address: number, zeros: number, make: MakeRow): Tensor {
  const { rowBytes, size, rows } = layout
  const indent = layout.left * layout.pixelBytes
  const rowInSlot = Array.from({ length: rows }, () => -1)
  return {
    layout,
    address,
    rowAt(y) {
      if (y < 0 || y >= size.height) return zeros + indent
      const index = y % rows
      const at = address + index * rowBytes + indent
      if (rowInSlot[index] !== y) {
        make(y, at)
        rowInSlot[index] = y
      }
      return at
    },
  }
}
