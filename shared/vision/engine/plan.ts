import { type Graph, lengthOf, type Operation, type Size, type Step } from '../graph.ts'

/**
 * How a tensor lies in the kernels' memory. A pixel's channels are followed by unused ones up to a multiple of 8 floats
 * (of 4 in a net's input), a row has columns of zeros left and right as its readers' windows need them.
 */
export type Layout = {
  readonly size: Size
  readonly lanes: number
  readonly pixelBytes: number
  /** Columns of zeros before the first pixel. */
  readonly left: number
  readonly rowBytes: number
  /** Rows that exist at a time: all, or as many as the only reader looks at. */
  readonly rows: number
  readonly isWhole: boolean
}

export type Plan = { readonly layouts: readonly Layout[]; readonly readers: readonly (readonly Step[])[] }

/** Steps that need all of what they read, and make all of what they write, at once. All others work row by row. */
const AT_ONCE: ReadonlySet<Operation> = new Set(['reshape', 'transpose'])
/** Lower tensors are kept whole: a step computes all their rows with one call. */
const RING_HEIGHT_MIN = 32

/**
 * Decides which tensors exist whole and which only as a few rows that are computed when they are asked for. The largest
 * tensor of the class net would be 25 MB; so it never exists, and all four nets run in 8.25 MB.
 */
export function planOf(graph: Graph): Plan {
  const { sizes, steps } = graph
  const readers = sizes.map((_, tensor) => steps.filter(({ inputs }) => inputs.includes(tensor)))
  const makers = new Map(steps.map((step) => [step.output, step]))
  const isWhole = sizes.map(() => false)
  /** The whole tensors that something is computed from. */
  const origins = (tensor: number): number[] =>
    isWhole[tensor] ? [tensor] : makers.get(tensor)!.inputs.flatMap(origins)

  isWhole[graph.input] = true
  for (const step of steps) isWhole[step.output] = !mayBeRing(step)

  function mayBeRing({ operation, inputs, output }: Step): boolean {
    const [reader, ...others] = readers[output]!
    if (AT_ONCE.has(operation) || (reader !== undefined && AT_ONCE.has(reader.operation))) return false
    if (others.length > 0 || sizes[output]!.height < RING_HEIGHT_MIN) return false
    // The input would have to stay. So would origins that are larger than what is made of them.
    if (inputs.includes(graph.input)) return false
    return inputs.flatMap(origins).every((origin) => lengthOf(sizes[origin]!) <= lengthOf(sizes[output]!))
  }

  const layouts = sizes.map((size, tensor): Layout => {
    const lanes = roundedUp(size.channels, tensor === graph.input ? 4 : 8)
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
      rows: isWhole[tensor] ? size.height : Math.max(1, ...windows.map(({ step }) => rowsRead(step))),
      isWhole: isWhole[tensor]!,
    }
  })
  return { layouts, readers }
}

const isWindowed = ({ operation }: Step) => operation === 'conv' || operation === 'depthwiseConv'

function rowsRead({ operation, window }: Step): number {
  if (operation === 'resizeBilinear') return 2
  return operation === 'averagePool' ? 1 : window[0]
}

export const roundedUp = (value: number, to: number): number => Math.ceil(value / to) * to
