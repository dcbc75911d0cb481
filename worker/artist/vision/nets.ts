import { type Kernels, startKernels } from '#shared/vision/engine/kernels.ts'
import wasm from '#shared/vision/engine/kernels.wasm'
import { createNet, type Net, type RunNet } from '#shared/vision/engine/net.ts'
import { readNet } from '#shared/vision/net-file.ts'
import type { NetName } from '#shared/vision/weights.ts'

/** Reads the file of a net, as written by the web build. */
export type LoadWeights = (name: NetName) => Promise<ArrayBuffer>

let load: LoadWeights = () => Promise.reject(new Error('No loader for the net weights: call setWeights first'))
const nets = new Map<NetName, Promise<Net>>()
let kernels: Promise<Kernels> | null = null

/** Returns the isolate's kernels. The first call starts them; a call after a failure retries. */
export function getKernels(): Promise<Kernels> {
  kernels ??= startKernels(wasm).catch((cause: unknown) => {
    kernels = null
    throw cause
  })
  return kernels
}

/** Sets the loader of the weights. Must be called before the first picture. */
export function setWeights(loader: LoadWeights): void {
  load = loader
  nets.clear()
}

/**
 * Returns a net that is ready to run. Its file (5.9 MB for all four) stays in the isolate. A call after a failure
 * retries.
 *
 * @throws errors of the loader
 */
export async function loadNet(name: NetName): Promise<RunNet> {
  const [runtime, net] = await Promise.all([getKernels(), getNet(name)])
  return (input) => net.run(runtime, input)
}

function getNet(name: NetName): Promise<Net> {
  const known = nets.get(name)
  if (known !== undefined) return known
  const net = load(name).then((file) => createNet(readNet(file)))
  nets.set(name, net)
  net.catch(() => {
    if (nets.get(name) === net) nets.delete(name)
  })
  return net
}
