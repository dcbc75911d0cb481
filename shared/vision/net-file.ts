import type { Graph, Size, Step, Weights } from './graph.ts'

/**
 * The file a net is served as. Four letters, the length of the header in bytes (little endian), the header as JSON, then
 * the weights, each beginning at a multiple of four bytes counted from the header's end. The web build writes it
 * (web/weights); nothing else does.
 */
export const MAGIC = 'NET2'
export const PREFIX_BYTES = 8

/** Fields that have their most frequent value are left out. */
export type StepEntry = Pick<Step, 'operation' | 'inputs' | 'output'> & Partial<Step>
export type WeightsEntry = {
  readonly type: 'f32' | 'f16' | 'i8'
  readonly shape: readonly number[]
  /** Where values and, of integers, scales begin. */
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
 * Reads a net; its weights stay where they are in the file.
 *
 * @throws Error when these bytes are no such file.
 */
export function readNet(file: ArrayBuffer): Graph {
  const letters = String.fromCharCode(...new Uint8Array(file, 0, Math.min(4, file.byteLength)))
  if (letters !== MAGIC || file.byteLength < PREFIX_BYTES) throw new Error(`This is no file of a net: ${letters}`)
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
