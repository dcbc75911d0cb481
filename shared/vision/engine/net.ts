import { countValues, type Graph, type Operation, type Step } from '../graph.ts'
import { createHeap } from './heap.ts'
import type { Kernels } from './kernels.ts'
import { createPlan, type Layout, type Plan } from './plan.ts'
import type { PreparedStep } from './step-context.ts'
import { prepare } from './steps.ts'
import { clear, countBytes, ringTensor, type Tensor, wholeTensor } from './tensor.ts'

/** A network bound to its kernels; see {@link Net}. */
export type RunNet = (input: Float32Array) => Float32Array[]

export type Net = {
  /**
   * @param input row-major height x width x channels; not modified
   * @returns the network's outputs in order, in the same layout
   */
  run(kernels: Kernels, input: Float32Array): Float32Array[]
}

/**
 * Creates a network that runs on the kernels. Nothing stays in their memory between runs: each run allocates its tensors,
 * and the weights of a few steps at a time, from the start. Runs are synchronous, so they never overlap.
 */
export function createNet(graph: Graph): Net {
  const plan = createPlan(graph)
  return { run: (kernels, input) => run(kernels, graph, plan, input) }
}

/** Operations that may overwrite their first input if no other step reads it. */
const IN_PLACE: ReadonlySet<Operation> = new Set(['add', 'multiply', 'relu', 'prelu', 'hardSwish', 'sigmoid'])

function run(kernels: Kernels, graph: Graph, { layouts, readers }: Plan, input: Float32Array): Float32Array[] {
  const heap = createHeap(kernels.memory)
  const zerosBytes = Math.max(...layouts.map(({ rowBytes, pixelBytes }) => rowBytes + 3 * pixelBytes))
  const zeros = heap.reserve(zerosBytes)
  clear(heap, zeros, zerosBytes)
  const producers = new Map(graph.steps.map((step) => [step.output, step]))
  const tensors = new Map<number, Tensor>()
  const unread = readers.map((steps) => steps.length)
  const outputs = new Map<number, Float32Array>()

  function allocateTensor(layout: Layout): number {
    const address = heap.reserve(countBytes(layout))
    clear(heap, address, countBytes(layout))
    return address
  }

  /** Runs a step that produces a whole tensor or an output, and the row-by-row steps before it. */
  function runStep(step: Step): void {
    const allocated: number[] = []
    const read: number[] = []

    function prepareStep(one: Step): PreparedStep {
      const inputs = one.inputs.map((tensor) => {
        const whole = tensors.get(tensor)
        if (whole !== undefined) read.push(tensor)
        return whole ?? ring(tensor)
      })
      return prepare({
        kernels,
        heap,
        step: one,
        inputs,
        out: layouts[one.output]!,
        weights: one.weights.map((i) => graph.weights[i]!),
        allocate: reserve,
      })
    }
    function ring(tensor: number): Tensor {
      const address = allocateTensor(layouts[tensor]!)
      allocated.push(address)
      const prepared = prepareStep(producers.get(tensor)!)
      if ('all' in prepared) throw new Error('Only whole tensors can be computed at once')
      return ringTensor(layouts[tensor]!, address, zeros, prepared.row)
    }
    function reserve(bytes: number): number {
      const address = heap.reserve(bytes)
      allocated.push(address)
      return address
    }

    const layout = layouts[step.output]!
    if (layout.isWhole) {
      const reused = findReusableInput(step)
      const tensor = wholeTensor(layout, reused ?? allocateTensor(layout), zeros)
      const prepared = prepareStep(step)
      if ('all' in prepared) prepared.all(tensor.address)
      else for (let y = 0; y < layout.size.height; y++) prepared.row(y, tensor.rowAt(y))
      if (reused !== null) tensors.delete(step.inputs[0]!)
      tensors.set(step.output, tensor)
    } else {
      outputs.set(step.output, toValues(ring(step.output)))
    }
    for (const address of allocated) heap.release(address)
    for (const tensor of read) {
      unread[tensor]!--
      if (unread[tensor] === 0) releaseTensor(tensor)
    }
  }

  /** Returns the first input's address if this step is its last reader and the output has the same layout. */
  function findReusableInput({ operation, inputs, output }: Step): number | null {
    const [first] = inputs as [number]
    const [from, to] = [tensors.get(first), layouts[output]!]
    if (!IN_PLACE.has(operation) || from === undefined || unread[first] !== 1 || graph.outputs.includes(first))
      return null
    return from.layout.rowBytes === to.rowBytes && from.layout.left === to.left ? from.address : null
  }

  function releaseTensor(tensor: number): void {
    const stored = tensors.get(tensor)
    if (stored === undefined || graph.outputs.includes(tensor)) return
    tensors.delete(tensor)
    heap.release(stored.address)
  }

  /** Copies a tensor's values without the padding channels. */
  function toValues({ layout: { size, lanes }, rowAt }: Tensor): Float32Array {
    const values = new Float32Array(countValues(size))
    for (let y = 0, to = 0; y < size.height; y++) {
      const row = rowAt(y) / 4
      const { floats } = heap
      for (let x = 0; x < size.width; x++) {
        for (let c = 0; c < size.channels; c++) values[to++] = floats[row + x * lanes + c]!
      }
    }
    return values
  }

  function putInput(): void {
    const layout = layouts[graph.input]!
    const { size, lanes } = layout
    const tensor = wholeTensor(layout, allocateTensor(layout), zeros)
    const { floats } = heap
    for (let y = 0, from = 0; y < size.height; y++) {
      const row = tensor.rowAt(y) / 4
      for (let x = 0; x < size.width; x++) {
        for (let c = 0; c < size.channels; c++) floats[row + x * lanes + c] = input[from++]!
      }
    }
    tensors.set(graph.input, tensor)
  }

  putInput()
  for (const step of graph.steps) {
    if (layouts[step.output]!.isWhole || graph.outputs.includes(step.output)) runStep(step)
  }
  return graph.outputs.map((tensor) => outputs.get(tensor) ?? toValues(tensors.get(tensor)!))
}
