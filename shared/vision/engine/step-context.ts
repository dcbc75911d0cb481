import { type Step, type Weights, toFloats } from '../graph.ts'
import type { Heap } from './heap.ts'
import type { Kernels } from './kernels.ts'
import type { Layout } from './plan.ts'
import { clear, type MakeRow, type Tensor } from './tensor.ts'

/** The input for preparing a step. */
export type StepContext = {
  readonly kernels: Kernels
  readonly heap: Heap
  readonly step: Step
  readonly inputs: readonly Tensor[]
  readonly out: Layout
  readonly weights: readonly Weights[]
  /** Allocates scratch memory, freed after the step. Returns its address. */
  allocate(bytes: number): number
}

/** A prepared step. It computes one row at a time, or the whole tensor at once into the memory at `out`. */
export type PreparedStep = { readonly row: MakeRow } | { readonly all: (out: number) => void }

export type Prepare = (context: StepContext) => PreparedStep

/** Copies values into scratch memory. @param bytes size to allocate; the rest is zero-filled */
export function put({ heap, allocate }: StepContext, values: Float32Array, bytes = values.byteLength): number {
  const address = allocate(bytes)
  clear(heap, address, bytes)
  heap.floats.set(values, address / 4)
  return address
}

/** Copies the per-channel weights of each kernel tap into scratch memory, padded to the lanes of a pixel. */
export function putLanes(
  context: StepContext,
  weights: Weights,
  taps: number,
  { size: { channels }, lanes }: Layout,
): number {
  const values = toFloats(weights)
  const padded = new Float32Array(taps * lanes)
  for (let tap = 0; tap < taps; tap++) padded.set(values.subarray(tap * channels, (tap + 1) * channels), tap * lanes)
  return put(context, padded)
}
