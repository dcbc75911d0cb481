import type { Graph, Size, Step, Weights } from './graph.ts'

/**
 * The file format of a network: four magic letters, the header's length in bytes (little endian), the header as JSON,
 * then the weights. Each weight array is aligned to four bytes from the header's end. Only the web build (web/weights)
 * writes it.
 */
export const MAGIC = 'NET2'
export const PREFIX_BYTES = 8

/** Fields with their default value are omitted. */
export type StepEntry = Pick<Step, 'operation' | 'inputs' | 'output'> & Partial<Step>
export type WeightsEntry = {
  readonly type: 'f32' | 'f16' | 'i8'
  readonly shape: readonly number[]
  /** Byte offset of the values; `scalesAt` is that of int8 scales. */
  readonly at: number
  readonly scalesAt?: number
}
export type Header = {
  readonly sizes: readonly (readonly [height: number, width: number, channels: number])[]
  readonly weights: readonly WeightsEntry[]
  readonly steps: readonly StepEntry[]
  readonly input: number
  readonly outputs: readonly number[]
}

export const STEP_DEFAULTS = {
  weights: [],
  window: [1, 1],
  stride: [1, 1],
  before: [0, 0],
  relu: false,
  blocks: 1,
} as const satisfies Partial<Step>

/**
 * Reads a network. Its weights are views into the file, not copies.
 *
 * @throws Error for any other file
 */
export function readNet(file: ArrayBuffer): Graph {
  const letters = String.fromCharCode(...new Uint8Array(file, 0, Math.min(4, file.byteLength)))
  if (letters !== MAGIC || file.byteLength < PREFIX_BYTES) throw new Error(`Not a network file: ${letters}`)
  const headerBytes = new DataView(file).getUint32(4, true)
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, PREFIX_BYTES, headerBytes))) as Header
  const start = PREFIX_BYTES + headerBytes
  return {
    sizes: header.sizes.map(([height, width, channels]): Size => ({ height, width, channels })),
    weights: header.weights.map((entry) => weightsAt(file, start, entry)),
    steps: header.steps.map((step): Step => ({ ...STEP_DEFAULTS, ...step })),
    input: header.input,
    outputs: header.outputs,
  }
}

function weightsAt(file: ArrayBuffer, start: number, { type, shape, at, scalesAt }: WeightsEntry): Weights {
  const length = shape.reduce((product, size) => product * size, 1)
  const begin = start + at
  if (type === 'f32') return { shape, values: new Float32Array(file, begin, length), scales: null }
  if (type === 'f16') return { shape, values: new Uint16Array(file, begin, length), scales: null }
  const scales = new Float32Array(file, start + scalesAt!, shape[0]!)
  return { shape, values: new Int8Array(file, begin, length), scales }
}
