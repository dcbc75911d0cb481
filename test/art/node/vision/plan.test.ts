import { expect, test } from 'vitest'
import { createPlan } from '#shared/vision/engine/plan.ts'
import type { Size, Step } from '#shared/vision/graph.ts'
import { STEP_DEFAULTS } from '#shared/vision/net-file.ts'

const square = (side: number, channels: number): Size => ({ height: side, width: side, channels })

test('keeps only the rows that a single consumer needs, and every other tensor whole', () => {
  const [input, start, wide, half, narrow, out] = [0, 1, 2, 3, 4, 5] as const
  const sizes = [square(64, 3), square(64, 4), square(64, 32), square(32, 32), square(32, 2)]
  const conv = (from: number, output: number): Step => ({ ...STEP_DEFAULTS, operation: 'conv', inputs: [from], output })
  const window = { window: [3, 3], stride: [2, 2] } as const
  const steps: Step[] = [
    conv(input, start),
    conv(start, wide),
    { ...STEP_DEFAULTS, ...window, operation: 'depthwiseConv', inputs: [wide], output: half },
    conv(half, narrow),
    { ...STEP_DEFAULTS, operation: 'reshape', inputs: [narrow], output: out },
  ]
  const graph = {
    sizes: [...sizes, { height: 1, width: 1, channels: 2048 }],
    weights: [],
    steps,
    input,
    outputs: [out],
  }
  const { layouts } = createPlan(graph)
  expect([start, wide, half, narrow].map((tensor) => layouts[tensor]!.isWhole)).toEqual([true, false, false, true])
  expect(layouts[wide]).toMatchObject({ rows: 3, lanes: 32, left: 0, rowBytes: 65 * 32 * 4 })
  expect(layouts[half]!.rows).toBe(1)
})
