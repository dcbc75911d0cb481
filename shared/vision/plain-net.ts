import { type Graph, type Operation, type Size, type Step, widened } from './graph.ts'

/** What a kernel works on. All values are whole, row by row, the channels of a pixel side by side. */
export type Work = {
  readonly step: Step
  readonly inputs: readonly Float32Array[]
  readonly sizes: readonly Size[]
  /** In the order of `step.weights`. */
  readonly weights: readonly Float32Array[]
  /** Of zeros, to be filled. */
  readonly out: Float32Array
  readonly outSize: Size
}
export type PlainKernel = (work: Work) => void
export type PlainKernels = Readonly<Partial<Record<Operation, PlainKernel>>>

export type PlainNet = {
  /** @param input as long as the net's input; it is only read. @returns the net's outputs in their order */
  run(input: Float32Array): Float32Array[]
}

/**
 * Runs a net in plain JavaScript, one step after the other.
 *
 * @param kernels those of `plain-kernels.ts` that the net needs: a caller with one net bundles only its kernels
 * @throws Error when one of them is missing.
 */
export function createPlainNet(graph: Graph, kernels: PlainKernels): PlainNet {
  const { sizes, steps } = graph
  const weights = graph.weights.map(widened)
  const kernelOf = ({ operation }: Step): PlainKernel => {
    const kernel = kernels[operation]
    if (kernel === undefined) throw new Error(`There is no kernel for the step "${operation}"`)
    return kernel
  }
  const work = steps.map((step) => ({ step, kernel: kernelOf(step) }))
  const lastReader = new Map(steps.flatMap((step, at) => step.inputs.map((tensor) => [tensor, at] as const)))

  return {
    run(input) {
      const values = new Map([[graph.input, input]])
      for (const [at, { step, kernel }] of work.entries()) {
        const outSize = sizes[step.output]!
        const out = new Float32Array(outSize.height * outSize.width * outSize.channels)
        kernel({
          step,
          inputs: step.inputs.map((tensor) => values.get(tensor)!),
          sizes: step.inputs.map((tensor) => sizes[tensor]!),
          weights: step.weights.map((i) => weights[i]!),
          out,
          outSize,
        })
        values.set(step.output, out)
        for (const tensor of step.inputs) {
          if (lastReader.get(tensor) === at && !graph.outputs.includes(tensor)) values.delete(tensor)
        }
      }
      return graph.outputs.map((tensor) => values.get(tensor)!)
    },
  }
}
