import { type Step, type Weights, widened } from '../graph.ts'
import type { Heap } from './heap.ts'
import type { Kernels } from './kernels.ts'
import type { Layout } from './plan.ts'
import { clear, type MakeRow, type Tensor } from './tensor.ts'

/** The input for preparing a step. */
export type Site = {
  readonly kernels: Kernels
  readonly heap: Heap
  readonly step: Step
  readonly inputs: readonly Tensor[]
  readonly out: Layout
  readonly weights: readonly Weights[]
  /** Reserves room that is given back when the step has been taken. */
  take(bytes: number): number
}

/** Ready to compute: row by row, or for some steps from whole to whole tensors all at once, beginning at an address. */
export type Ready = { readonly row: MakeRow } | { readonly all: (out: number) => void }

export type Prepare = (site: Site) => Ready

/** Lays values down for as long as the step is taken. @param bytes more of them are zeros */
export function put({ heap, take }: Site, values: Float32Array, bytes = values.byteLength): number {
  const address = take(bytes)
  clear(heap, address, bytes)
  heap.floats.set(values, address / 4)
  return address
}

/** Values of each tap of a window, or one for all, channel by channel, spread to the lanes of a pixel. */
export function putLanes(site: Site, weights: Weights, taps: number, { size: { channels }, lanes }: Layout): number {
  const values = widened(weights)
  const spread = new Float32Array(taps * lanes)
  for (let tap = 0; tap < taps; tap++) spread.set(values.subarray(tap * channels, (tap + 1) * channels), tap * lanes)
  return put(site, spread)
}
