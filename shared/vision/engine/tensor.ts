import type { Heap } from './heap.ts'
import type { Layout } from './plan.ts'

/** Computes a row, from its first pixel on at an address. */
export type MakeRow = (y: number, out: number) => void

/** A tensor in the kernels' memory. */
export type Tensor = {
  readonly layout: Layout
  readonly address: number
  /** The address of the first pixel of a row, which is computed if it is not there. Rows beyond the edge are zeros. */
  rowAt(y: number): number
}

/** Gemm works on four pixels at a time and reads that far beyond the last row. */
const PIXELS_BEHIND = 3

export const bytesOf = ({ rowBytes, rows, pixelBytes }: Layout): number => rowBytes * rows + PIXELS_BEHIND * pixelBytes

/** Unused channels and the columns beyond the edges have to be zeros: what lies there is multiplied by zero, and might be no number. */
export function clear(heap: Heap, address: number, bytes: number): void {
  heap.floats.fill(0, address / 4, (address + bytes) / 4)
}

/** @param zeros where a row of zeros begins that is as long as any */
export function wholeTensor(layout: Layout, address: number, zeros: number): Tensor {
  const { rowBytes, size } = layout
  const indent = layout.left * layout.pixelBytes
  return {
    layout,
    address,
    rowAt: (y) => (y < 0 || y >= size.height ? zeros : address + y * rowBytes) + indent,
  }
}

/** A tensor of which only the rows last asked for are there. Rows have to be asked for from the first to the last. */
export function ringTensor(layout: Layout, address: number, zeros: number, make: MakeRow): Tensor {
  const { rowBytes, size, rows } = layout
  const indent = layout.left * layout.pixelBytes
  const held = Array.from({ length: rows }, () => -1)
  return {
    layout,
    address,
    rowAt(y) {
      if (y < 0 || y >= size.height) return zeros + indent
      const slot = y % rows
      const at = address + slot * rowBytes + indent
      if (held[slot] !== y) {
        make(y, at)
        held[slot] = y
      }
      return at
    },
  }
}
