import { describe, expect, test } from 'vitest'
import { type Graph, lengthOf, type Operation, type Size, type Step, type Weights } from '#shared/vision/graph.ts'
import { STEP_DEFAULTS } from '#shared/vision/net-file.ts'
import { PLAIN_KERNELS } from '#shared/vision/plain-kernels.ts'
import { createPlainNet } from '#shared/vision/plain-net.ts'
import { startKernels } from '#worker/artist/vision/engine/kernels.ts'
import { createNet } from '#worker/artist/vision/engine/net.ts'
import { planOf } from '#worker/artist/vision/engine/plan.ts'
import { offendersOf } from '../../../support/offenders.ts'

/** Sums of some hundred products of numbers up to 2, in another order. */
const ROUNDING = 2e-4

type Random = { whole(least: number, most: number): number; values(length: number): Float32Array }

/** Park and Miller's generator: a seed replays everything. */
function randomOf(seed: number): Random {
  let state = seed * 7919 + 1
  const next = () => (state = (state * 48_271) % 0x7fff_ffff) / 0x7fff_ffff
  return {
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    values: (length) => Float32Array.from({ length }, () => 4 * next() - 2),
  }
}

/** Nets of a few steps on values of random sizes. */
function builder(random: Random, input: Size) {
  const sizes: Size[] = [input]
  const weights: Weights[] = []
  const steps: Step[] = []
  const put = (shape: readonly number[], values: Weights['values'], scales: Float32Array | null = null) =>
    weights.push({ shape, values, scales }) - 1
  const some = (...shape: number[]) => put(shape, random.values(shape.reduce((product, size) => product * size, 1)))
  const made = {
    sizes,
    some,
    put,
    step(operation: Operation, inputs: readonly number[], size: Size, more: Partial<Step> = {}): number {
      const output = sizes.push(size) - 1
      steps.push({ ...STEP_DEFAULTS, operation, inputs, output, ...more })
      return output
    },
    /** A convolution of one pixel: the nets read their input by convolutions only. */
    conv(from: number, channels: number): number {
      const { height, width, channels: depth } = sizes[from]!
      const filter = some(channels, 1, 1, depth)
      return made.step('conv', [from], { height, width, channels }, { weights: [filter, some(channels)] })
    },
    graph: (...outputs: number[]): Graph => ({ sizes, weights, steps, input: 0, outputs }),
  }
  return made
}
type Builder = ReturnType<typeof builder>

const windowed = (size: Size, window: readonly [number, number], stride: number, isSame: boolean) => {
  const out = (length: number, k: number) =>
    isSame ? Math.ceil(length / stride) : Math.floor((length - k) / stride) + 1
  const zeros = (length: number, k: number) =>
    isSame ? Math.floor(Math.max((out(length, k) - 1) * stride + k - length, 0) / 2) : 0
  return {
    height: out(size.height, window[0]),
    width: out(size.width, window[1]),
    moves: {
      window,
      stride: [stride, stride] as const,
      before: [zeros(size.height, window[0]), zeros(size.width, window[1])] as const,
    },
  }
}

/** Adds a step of its kind behind a tensor, at random. */
const ADD: Readonly<Record<Operation, (net: Builder, x: number, random: Random) => number>> = {
  conv(net, x, random) {
    const size = net.sizes[x]!
    const window = [random.whole(1, 3), random.whole(1, 5)] as const
    const { height, width, moves } = windowed(size, window, random.whole(1, 2), random.whole(0, 1) === 1)
    const channels = random.whole(1, 20)
    const weights = [net.some(channels, ...window, size.channels), net.some(channels)]
    return net.step('conv', [x], { height, width, channels }, { weights, relu: random.whole(0, 1) === 1, ...moves })
  },
  depthwiseConv(net, x, random) {
    const size = net.sizes[x]!
    const side = [1, 3, 3, 5][random.whole(0, 3)]!
    const { height, width, moves } = windowed(size, [side, side], random.whole(1, 2), true)
    const weights = [net.some(1, side, side, size.channels), net.some(size.channels)]
    const relu = random.whole(0, 1) === 1
    return net.step('depthwiseConv', [x], { height, width, channels: size.channels }, { weights, relu, ...moves })
  },
  transposedConv(net, x, random) {
    const { height, width, channels: depth } = net.sizes[x]!
    const channels = random.whole(1, 12)
    const weights = [net.some(channels, 2, 2, depth), net.some(channels)]
    return net.step('transposedConv', [x], { height: 2 * height, width: 2 * width, channels }, { weights })
  },
  maxPool(net, x) {
    const { height, width, channels } = net.sizes[x]!
    const size = { height: height >> 1, width: width >> 1, channels }
    return net.step('maxPool', [x], size, { window: [2, 2], stride: [2, 2] })
  },
  averagePool(net, x) {
    const { height, width, channels } = net.sizes[x]!
    return net.step('averagePool', [x], { height: 1, width: 1, channels }, { window: [height, width] })
  },
  add: (net, x) => net.step('add', [x, net.conv(x, net.sizes[x]!.channels)], net.sizes[x]!),
  multiply(net, x, random) {
    const kinds = [ADD.averagePool, ADD.sum, (to: Builder) => to.conv(x, 1)]
    return net.step('multiply', [x, kinds[random.whole(0, 2)]!(net, x, random)], net.sizes[x]!)
  },
  relu: (net, x) => net.step('relu', [x], net.sizes[x]!),
  prelu: (net, x) => net.step('prelu', [x], net.sizes[x]!, { weights: [net.some(net.sizes[x]!.channels)] }),
  hardSwish: (net, x) => net.step('hardSwish', [x], net.sizes[x]!),
  sigmoid: (net, x) => net.step('sigmoid', [x], net.sizes[x]!),
  softmax: (net, x) => net.step('softmax', [x], net.sizes[x]!),
  sum: (net, x) => net.step('sum', [x], { ...net.sizes[x]!, width: 1 }),
  pad(net, x, random) {
    const size = net.sizes[x]!
    return net.step('pad', [x], { ...size, channels: size.channels + random.whole(1, 12) })
  },
  concat(net, x) {
    const size = net.sizes[x]!
    return net.step('concat', [x, net.conv(x, size.channels)], { ...size, width: 2 * size.width })
  },
  reshape(net, x) {
    const { height, width, channels } = net.sizes[x]!
    return net.step('reshape', [x], { height: 1, width: height, channels: width * channels })
  },
  transpose(net, x, random) {
    const { height, width, channels } = net.sizes[x]!
    const blocks = height % 2 === 0 ? random.whole(1, 2) : 1
    return net.step('transpose', [x], { height: blocks * width, width: height / blocks, channels }, { blocks })
  },
  resizeBilinear(net, x, random) {
    const { height, width, channels } = net.sizes[x]!
    const factor = random.whole(2, 4)
    return net.step('resizeBilinear', [x], { height: factor * height, width: factor * width, channels })
  },
  resizeNearest(net, x, random) {
    const { height, width, channels } = net.sizes[x]!
    const factor = random.whole(2, 4)
    return net.step('resizeNearest', [x], { height: factor * height, width: factor * width, channels })
  },
}

const OPERATIONS = Object.keys(ADD) as Operation[]
const kernels = await startKernels()

/** By how much the kernels differ from the plain ones. */
function differenceOn(graph: Graph, input: Float32Array): number {
  const plain = createPlainNet(graph, PLAIN_KERNELS).run(input)
  const fast = createNet(graph).run(kernels, input)
  expect(fast.map(({ length }) => length)).toEqual(plain.map(({ length }) => length))
  let most = 0
  for (const [i, values] of plain.entries()) {
    for (let at = 0; at < values.length; at++) {
      const off = Math.abs(fast[i]![at]! - values[at]!) / Math.max(1, Math.abs(values[at]!))
      most = Number.isNaN(off) ? Number.POSITIVE_INFINITY : Math.max(most, off)
    }
  }
  return most
}

/** Sizes on both sides of what is kept whole and what exists as a few rows. */
const inputSize = (random: Random): Size => {
  const small = random.whole(0, 1) === 1
  return { height: small ? random.whole(5, 14) : random.whole(32, 40), width: random.whole(5, 37), channels: 3 }
}

describe('on any sizes the kernels give what the plain ones do', () => {
  test('in every step', async () => {
    const offenders = await offendersOf(OPERATIONS, JSON.stringify, (operation) => {
      for (let seed = 1; seed <= 8; seed++) {
        const random = randomOf(seed)
        const net = builder(random, inputSize(random))
        const out = ADD[operation](net, net.conv(0, random.whole(1, 20)), random)
        expect(differenceOn(net.graph(out), random.values(lengthOf(net.sizes[0]!))), `seed ${seed}`).toBeLessThan(
          ROUNDING,
        )
      }
    })
    expect(offenders).toEqual([])
  })

  test('in chains of rows that are computed when they are asked for, and in places that are used again', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomOf(seed)
      const net = builder(random, { height: 40, width: random.whole(8, 40), channels: 3 })
      const first = net.conv(0, 2)
      const rowByRow = (['conv', 'depthwiseConv', 'prelu', 'hardSwish', 'add', 'pad', 'resizeNearest'] as const).filter(
        (operation) => operation !== 'conv' || seed % 2 === 0,
      )
      let at = first
      for (let i = 0; i < 5; i++) at = ADD[rowByRow[random.whole(0, rowByRow.length - 1)]!](net, at, random)
      // The first tensor is read once more at the end.
      const again = net.step('depthwiseConv', [first], net.sizes[first]!, {
        weights: [net.some(1, 1, 1, 2), net.some(2)],
      })
      const graph = net.graph(at, again)
      expect(differenceOn(graph, random.values(lengthOf(net.sizes[0]!))), `seed ${seed}`).toBeLessThan(ROUNDING)
    }
  })

  test('with filters of integers and of halves', () => {
    const random = randomOf(3)
    const net = builder(random, { height: 9, width: 13, channels: 3 })
    const integers = Int8Array.from({ length: 5 * 9 * 3 }, () => random.whole(-127, 127))
    const halves = Uint16Array.from({ length: 6 * 5 }, () => random.whole(0x2c00, 0x3c00) | (random.whole(0, 1) << 15))
    const { height, width, moves } = windowed(net.sizes[0]!, [3, 3], 2, true)
    const weights = [net.put([5, 3, 3, 3], integers, random.values(5)), net.some(5)]
    const first = net.step('conv', [0], { height, width, channels: 5 }, { weights, ...moves })
    const filter = net.put([6, 1, 1, 5], halves)
    const out = net.step('conv', [first], { height, width, channels: 6 }, { weights: [filter, net.some(6)] })
    expect(differenceOn(net.graph(first, out), random.values(9 * 13 * 3))).toBeLessThan(ROUNDING)
  })
})

test('what is read row by row by one step does not exist whole, everything else does', () => {
  const random = randomOf(1)
  const net = builder(random, { height: 64, width: 64, channels: 3 })
  const start = net.conv(0, 4)
  const wide = net.conv(start, 32)
  const windows = { window: [3, 3], stride: [2, 2], before: [0, 0] } as const
  const deep = { weights: [net.some(1, 3, 3, 32), net.some(32)], ...windows }
  const half = net.step('depthwiseConv', [wide], { height: 32, width: 32, channels: 32 }, deep)
  const narrow = net.conv(half, 2)
  const out = net.step('reshape', [narrow], { height: 1, width: 1, channels: 2048 })
  const { layouts } = planOf(net.graph(out))
  expect([start, wide, half, narrow].map((tensor) => layouts[tensor]!.isWhole)).toEqual([true, false, false, true])
  expect(layouts[wide]).toMatchObject({ rows: 3, lanes: 32, left: 0, rowBytes: 65 * 32 * 4 })
  expect(layouts[half]!.rows).toBe(1)
})
