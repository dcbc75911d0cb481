import { type Graph, lengthOf, type Operation, type Step } from '../graph.ts'
import { createHeap } from './heap.ts'
import type { Kernels } from './kernels.ts'
import { type Layout, type Plan, planOf } from './plan.ts'
import type { Ready } from './site.ts'
import { prepare } from './steps.ts'
import { bytesOf, clear, ringTensor, type Tensor, wholeTensor } from './tensor.ts'

/** Runs a net on the kernels that it was given; see {@link Net}. */
export type RunNet = (input: Float32Array) => Float32Array[]

export type Net = {
  /**
   * @param input height x width x channels of the net's input, row by row; it is only read
   * @returns the net's outputs in their order, laid out in the same way
   */
  run(kernels: Kernels, input: Float32Array): Float32Array[]
}

/**
 * A net that runs on the kernels. Between two runs nothing of it is in their memory: each run lays out its tensors, and
 * the weights of a few steps at a time, from the memory's beginning. A run is never interrupted, since nothing in it
 * waits.
 */
export function createNet(graph: Graph): Net {
  const plan = planOf(graph)
  return { run: (kernels, input) => run(kernels, graph, plan, input) }
}

/** Operations that may write over their first input where that is not read again. */
const IN_PLACE: ReadonlySet<Operation> = new Set(['add', 'multiply', 'relu', 'prelu', 'hardSwish', 'sigmoid'])

function run(kernels: Kernels, graph: Graph, { layouts, readers }: Plan, input: Float32Array): Float32Array[] {
  const heap = createHeap(kernels.memory)
  const zerosBytes = Math.max(...layouts.map(({ rowBytes, pixelBytes }) => rowBytes + 3 * pixelBytes))
  const zeros = heap.reserve(zerosBytes)
  clear(heap, zeros, zerosBytes)
  const makers = new Map(graph.steps.map((step) => [step.output, step]))
  const tensors = new Map<number, Tensor>()
  const unread = readers.map((steps) => steps.length)
  const outputs = new Map<number, Float32Array>()

  function place(layout: Layout): number {
    const address = heap.reserve(bytesOf(layout))
    clear(heap, address, bytesOf(layout))
    return address
  }

  /** Takes a step that makes a whole tensor or an output, with the steps before it whose tensors exist row by row. */
  function take(step: Step): void {
    const taken: number[] = []
    const read: number[] = []

    function ready(one: Step): Ready {
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
        take: reserve,
      })
    }
    function ring(tensor: number): Tensor {
      const address = place(layouts[tensor]!)
      taken.push(address)
      const made = ready(makers.get(tensor)!)
      if ('all' in made) throw new Error('Only whole tensors are made at once')
      return ringTensor(layouts[tensor]!, address, zeros, made.row)
    }
    function reserve(bytes: number): number {
      const address = heap.reserve(bytes)
      taken.push(address)
      return address
    }

    const layout = layouts[step.output]!
    if (layout.isWhole) {
      const heir = placeOfInput(step)
      const tensor = wholeTensor(layout, heir ?? place(layout), zeros)
      const made = ready(step)
      if ('all' in made) made.all(tensor.address)
      else for (let y = 0; y < layout.size.height; y++) made.row(y, tensor.rowAt(y))
      if (heir !== null) tensors.delete(step.inputs[0]!)
      tensors.set(step.output, tensor)
    } else {
      outputs.set(step.output, valuesOf(ring(step.output)))
    }
    for (const address of taken) heap.release(address)
    for (const tensor of read) {
      unread[tensor]!--
      if (unread[tensor] === 0) drop(tensor)
    }
  }

  /** The address of what is read first, if it ends with this step and lies as what is made of it. */
  function placeOfInput({ operation, inputs, output }: Step): number | null {
    const [first] = inputs as [number]
    const [from, to] = [tensors.get(first), layouts[output]!]
    if (!IN_PLACE.has(operation) || from === undefined || unread[first] !== 1 || graph.outputs.includes(first))
      return null
    return from.layout.rowBytes === to.rowBytes && from.layout.left === to.left ? from.address : null
  }

  function drop(tensor: number): void {
    const known = tensors.get(tensor)
    if (known === undefined || graph.outputs.includes(tensor)) return
    tensors.delete(tensor)
    heap.release(known.address)
  }

  /** Without the unused channels. */
  function valuesOf({ layout: { size, lanes }, rowAt }: Tensor): Float32Array {
    const values = new Float32Array(lengthOf(size))
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
    const tensor = wholeTensor(layout, place(layout), zeros)
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
    if (layouts[step.output]!.isWhole || graph.outputs.includes(step.output)) take(step)
  }
  return graph.outputs.map((tensor) => outputs.get(tensor) ?? valuesOf(tensors.get(tensor)!))
}
