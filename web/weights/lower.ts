import type { Graph, Operation, Size, Step, Weights } from '../../shared/vision/graph.ts'
import { STEP_DEFAULTS } from '../../shared/vision/net-file.ts'
import type { Operator, Tensor, TfliteGraph } from './tflite.ts'

const SAME = 0
const VALID = 1
const RELU = 1

/** Operators without options. */
const PLAIN: Readonly<Record<string, Operation>> = {
  relu: 'relu',
  hardSwish: 'hardSwish',
  logistic: 'sigmoid',
  reshape: 'reshape',
}

/**
 * Lowers a TensorFlow Lite graph to the few steps that our runners support. Padding becomes numbers, constants become
 * weights, activations are fused into convolutions, and scale and offset (`mul` and `add` by constants) become 1 x 1
 * depthwise convolutions.
 *
 * @throws Error naming an operator that is used in an unsupported way
 */
export function lower({ tensors, operators, inputs, outputs }: TfliteGraph): Graph {
  const sizes: Size[] = []
  const weights: Weights[] = []
  const steps: Step[] = []
  const sizeNumbers = new Map<number, number>()
  const weightNumbers = new Map<number, number>()
  const fused = new Set<Operator>()

  const findReaders = (tensor: number) => operators.filter((operator) => operator.inputs.includes(tensor))
  const isConstant = (tensor: number) => tensors[tensor]!.values !== null
  const value = (tensor: number) => numbered(sizeNumbers, tensor, sizes, () => toSize(tensors[tensor]!))
  const weight = (tensor: number) => numbered(weightNumbers, tensor, weights, () => toWeights(tensors[tensor]!))
  const sizeAt = (tensor: number) => sizes[value(tensor)]!
  const integers = (tensor: number) => Array.from(tensors[tensor]!.values as Int32Array)

  const add = (operation: Operation, from: readonly number[], to: number, more: Partial<Step> = {}) =>
    steps.push({ ...STEP_DEFAULTS, operation, inputs: from.map(value), output: value(to), ...more })

  /** Fuses the next operator into this one if it is the only reader of this one's output (operator fusion). */
  function fuse(tensor: number, isPart: (operator: Operator) => boolean): Operator | null {
    const [next, ...others] = findReaders(tensor)
    if (next === undefined || others.length > 0 || outputs.includes(tensor) || !isPart(next)) return null
    fused.add(next)
    return next
  }

  function convolution(operator: Operator, operation: 'conv' | 'depthwiseConv'): void {
    const [x, filter, bias] = operator.inputs as [number, number, number]
    const output = operator.outputs[0]!
    const isDeep = operation === 'depthwiseConv'
    expect(operator, !isDeep || operator.int(3, 1) === 1, 'a depth multiplier')
    const [, height, width] = tensors[filter]!.shape as [number, number, number]
    const next = fuse(output, ({ name }) => name === 'relu')
    const relu = operator.byte(isDeep ? 4 : 3) === RELU || next !== null
    const to = next?.outputs[0] ?? output
    const moves = toWindow(operator, [height, width], sizeAt(x), sizeAt(to))
    add(operation, [x], to, { weights: [weight(filter), weight(bias)], relu, ...moves })
  }

  function pool(operator: Operator, operation: 'maxPool' | 'averagePool'): void {
    const [x, to] = [operator.inputs[0]!, operator.outputs[0]!]
    expect(operator, operator.byte(5) !== RELU, 'an activation')
    const moves = toWindow(operator, [operator.int(4, 1), operator.int(3, 1)], sizeAt(x), sizeAt(to))
    // Windows beyond the edge would have to exclude missing pixels.
    expect(
      operator,
      moves.before.every((zeros) => zeros === 0),
      'padding',
    )
    add(operation, [x], to, moves)
  }

  function transposedConvolution(operator: Operator): void {
    const { inputs: from, outputs: to, name } = operator
    const [x, filter, bias] = name === 'transposeConv' ? [from[2]!, from[1]!, from[3]!] : [from[0]!, from[1]!, from[2]!]
    const [, height, width] = tensors[filter]!.shape
    expect(operator, height === 2 && width === 2 && sizeAt(to[0]!).width === 2 * sizeAt(x).width, 'another window')
    add('transposedConv', [x], to[0]!, { weights: [weight(filter), weight(bias)] })
  }

  function scaleAndOffset(operator: Operator): void {
    const [x, scale] = operator.inputs as [number, number]
    const next = fuse(operator.outputs[0]!, ({ name, inputs }) => name === 'add' && isConstant(inputs[1]!))
    expect(operator, next !== null, 'a constant and no offset')
    add('depthwiseConv', [x], next!.outputs[0]!, { weights: [weight(scale), weight(next!.inputs[1]!)] })
  }

  function lowerOne(operator: Operator): void {
    const { name, inputs: from, outputs } = operator
    const to = outputs[0]!
    const operation = PLAIN[name]
    if (operation !== undefined) return void add(operation, [from[0]!], to)
    switch (name) {
      case 'conv2d':
        return convolution(operator, 'conv')
      case 'depthwiseConv2d':
        return convolution(operator, 'depthwiseConv')
      case 'transposeConv':
      case 'Convolution2DTransposeBias':
        return transposedConvolution(operator)
      case 'maxPool2d':
        return pool(operator, 'maxPool')
      case 'averagePool2d':
        return pool(operator, 'averagePool')
      case 'mul':
      case 'add':
        expect(operator, operator.byte(0) === 0, 'an activation')
        if (name === 'mul' && isConstant(from[1]!)) return scaleAndOffset(operator)
        expect(operator, !from.some(isConstant), 'a constant')
        return void add(name === 'mul' ? 'multiply' : 'add', from, to)
      case 'prelu':
        return void add('prelu', [from[0]!], to, { weights: [weight(from[1]!)] })
      case 'softmax':
        return void add('softmax', [from[0]!], to)
      case 'sum':
        expect(operator, integers(from[1]!).join() === '2', 'another direction')
        return void add('sum', [from[0]!], to)
      case 'pad':
        expect(
          operator,
          integers(from[1]!)
            .slice(0, 7)
            .every((zeros) => zeros === 0),
          'other than new channels',
        )
        return void add('pad', [from[0]!], to)
      case 'concatenation':
        expect(operator, operator.int(0, 0) === tensors[to]!.shape.length - 2, 'another direction')
        return void add('concat', from, to)
      case 'transpose':
        expect(operator, integers(from[1]!).join() === '0,2,1,3', 'another order')
        return void add('transpose', [from[0]!], to, { blocks: tensors[from[0]!]!.shape[0]! })
      case 'resizeBilinear':
        expect(operator, operator.byte(2) === 0 && operator.byte(3) === 1, 'other centers')
        return void add('resizeBilinear', [from[0]!], to)
      case 'resizeNearestNeighbor':
        expect(operator, operator.byte(0) === 0 && operator.byte(1) === 1, 'other centers')
        return void add('resizeNearest', [from[0]!], to)
      default:
        throw new Error(`No runner knows the operator ${name}`)
    }
  }

  value(inputs[0]!)
  for (const operator of operators) if (!fused.has(operator)) lowerOne(operator)
  return { sizes, weights, steps, input: value(inputs[0]!), outputs: outputs.map(value) }
}

function expect({ name }: Operator, isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(`The operator ${name} is used with ${otherwise}, which no runner knows`)
}

/** Returns the index of an item in a list, and adds it the first time. */
function numbered<T>(numbers: Map<number, number>, key: number, list: T[], make: () => T): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, list.length)
  list.push(make())
  return list.length - 1
}

/** Converts a shape. Batches are stacked along the height. */
function toSize({ shape }: Tensor): Size {
  const [channels = 1, width = 1, ...above] = shape.toReversed()
  return { height: above.reduce((product, size) => product * size, 1), width, channels }
}

function toWeights({ shape, values }: Tensor): Weights {
  if (values === null || values instanceof Int32Array) throw new Error('Weights are no floats')
  return { shape, values, scales: null }
}

function toWindow(operator: Operator, window: readonly [number, number], x: Size, to: Size) {
  const padding = operator.byte(0)
  expect(operator, padding === SAME || padding === VALID, 'another padding')
  const stride = [operator.int(2, 1), operator.int(1, 1)] as const
  const zeros = (i: 0 | 1, from: number, out: number) =>
    padding === VALID ? 0 : Math.floor(Math.max((out - 1) * stride[i] + window[i] - from, 0) / 2)
  const before = [zeros(0, x.height, to.height), zeros(1, x.width, to.width)] as const
  return { window, stride, before }
}
