import { countValues, type Graph, type Operation, type Size, type Step } from '../graph.ts'

/**
 * A tensor's layout in the kernels' memory. Channels are padded to a multiple of 8 floats (4 in a network's input). Rows
 * are padded left and right with zero columns, as many as the readers' windows need.
 */
export type Layout = {
  readonly size: Size
  readonly lanes: number
  readonly pixelBytes: number
  /** Zero columns before the first pixel. */
  readonly left: number
  readonly rowBytes: number
  /** Rows in memory at a time: all, or as many as the only reader's window. */
  readonly rows: number
  readonly isWhole: boolean
}

export type Plan = { readonly layouts: readonly Layout[]; readonly readers: readonly (readonly Step[])[] }

/** Operations that need whole inputs and outputs. All others work row by row. */
const WHOLE_ONLY: ReadonlySet<Operation> = new Set(['reshape', 'transpose'])
/** Tensors with fewer rows stay whole, because one call computes all their rows. */
const RING_HEIGHT_MIN = 32

/**
 * Decides which tensors are stored whole, and which as a ring of a few rows computed on demand. The largest tensor of the
 * class network would take 25 MB. As a ring, it lets all four networks run in 8.25 MB.
 */
export function createPlan(graph: Graph): Plan {
  const { sizes, steps } = graph
  const readers = sizes.map((_, tensor) => steps.filter(({ inputs }) => inputs.includes(tensor)))
  const producers = new Map(steps.map((step) => [step.output, step]))
  const isWhole = sizes.map(() => false)
  /** Returns the whole tensors that a tensor is computed from. */
  const origins = (tensor: number): number[] =>
    isWhole[tensor] ? [tensor] : producers.get(tensor)!.inputs.flatMap(origins)

  isWhole[graph.input] = true
  for (const step of steps) isWhole[step.output] = !mayBeRing(step)

  function mayBeRing({ operation, inputs, output }: Step): boolean {
    const [reader, ...others] = readers[output]!
    if (WHOLE_ONLY.has(operation) || (reader !== undefined && WHOLE_ONLY.has(reader.operation))) return false
    if (others.length > 0 || sizes[output]!.height < RING_HEIGHT_MIN) return false
    // A ring keeps its origins in memory: not worth it for the network's input or for origins larger than the result.
    if (inputs.includes(graph.input)) return false
    return inputs.flatMap(origins).every((origin) => countValues(sizes[origin]!) <= countValues(sizes[output]!))
  }

  const layouts = sizes.map((size, tensor): Layout => {
    const lanes = roundUp(size.channels, tensor === graph.input ? 4 : 8)
    const windows = readers[tensor]!.map((step) => ({ step, out: sizes[step.output]! }))
    const left = Math.max(0, ...windows.map(({ step }) => step.before[1]))
    const reach = ({ step, out }: (typeof windows)[number]) =>
      (out.width - 1) * step.stride[1] + step.window[1] - step.before[1] - size.width
    const right = Math.max(0, ...windows.map((one) => (isWindowed(one.step) ? reach(one) : 0)))
    const pixelBytes = lanes * 4
    return {
      size,
      lanes,
      pixelBytes,
      left,
      rowBytes: (left + size.width + right) * pixelBytes,
      rows: isWhole[tensor] ? size.height : Math.max(1, ...windows.map(({ step }) => countRowsRead(step))),
      isWhole: isWhole[tensor]!,
    }
  })
  return { layouts, readers }
}

const isWindowed = ({ operation }: Step) => operation === 'conv' || operation === 'depthwiseConv'

function countRowsRead({ operation, window }: Step): number {
  if (operation === 'resizeBilinear') return 2
  return operation === 'averagePool' ? 1 : window[0]
}

export const roundUp = (value: number, to: number): number => Math.ceil(value / to) * to
