import type { Graph, Step, Weights } from '../../shared/vision/graph.ts'
import { type Header, MAGIC, PREFIX_BYTES, STEP_DEFAULTS, type WeightsEntry } from '../../shared/vision/net-file.ts'

/** Quantizes the filters of a network's convolutions to int8, except depthwise ones. */
export function quantize(graph: Graph): Graph {
  const filters = new Set(
    graph.steps
      .filter(({ operation }) => operation === 'conv' || operation === 'transposedConv')
      .map(({ weights }) => weights[0]!),
  )
  return { ...graph, weights: graph.weights.map((one, i) => (filters.has(i) ? toIntegers(one) : one)) }
}

/** Scales each output channel so that its largest weight becomes 127. */
function toIntegers({ shape, values }: Weights): Weights {
  const channels = shape[0]!
  const each = values.length / channels
  const integers = new Int8Array(values.length)
  const scales = new Float32Array(channels)
  for (let channel = 0; channel < channels; channel++) {
    const [begin, end] = [channel * each, (channel + 1) * each]
    let largest = 0
    for (let i = begin; i < end; i++) largest = Math.max(largest, Math.abs(values[i]!))
    scales[channel] = largest / 127 || 1
    for (let i = begin; i < end; i++) integers[i] = Math.round(values[i]! / scales[channel]!)
  }
  return { shape, values: integers, scales }
}

/** Writes a network for `readNet`. Deterministic. */
export function writeNet({ sizes, weights, steps, input, outputs }: Graph): Uint8Array<ArrayBuffer> {
  const parts: { at: number; bytes: Uint8Array }[] = []
  let end = 0
  const put = ({ buffer, byteOffset, byteLength }: ArrayBufferView): number => {
    const at = end
    parts.push({ at, bytes: new Uint8Array(buffer, byteOffset, byteLength) })
    end = (at + byteLength + 3) & ~3
    return at
  }
  const header: Header = {
    sizes: sizes.map(({ height, width, channels }) => [height, width, channels]),
    weights: weights.map(({ shape, values, scales }): WeightsEntry => {
      const entry = { type: getType(values), shape, at: put(values) }
      return scales === null ? entry : { ...entry, scalesAt: put(scales) }
    }),
    steps: steps.map(withoutDefaults),
    input,
    outputs,
  }
  const json = JSON.stringify(header)
  const headerBytes = new TextEncoder().encode(json + ' '.repeat(-json.length & 3))
  const file = new Uint8Array(PREFIX_BYTES + headerBytes.length + end)
  file.set(new TextEncoder().encode(MAGIC))
  new DataView(file.buffer).setUint32(4, headerBytes.length, true)
  file.set(headerBytes, PREFIX_BYTES)
  for (const { at, bytes } of parts) file.set(bytes, PREFIX_BYTES + headerBytes.length + at)
  return file
}

const getType = (values: Weights['values']): WeightsEntry['type'] =>
  values instanceof Float32Array ? 'f32' : values instanceof Uint16Array ? 'f16' : 'i8'

function withoutDefaults({ operation, inputs, output, ...more }: Step): Header['steps'][number] {
  const changed = Object.entries(more).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(STEP_DEFAULTS[name as keyof typeof STEP_DEFAULTS]),
  )
  return { operation, inputs, output, ...Object.fromEntries(changed) }
}
