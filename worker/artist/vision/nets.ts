import { type Kernels, startKernels } from '#shared/vision/engine/kernels.ts'
import wasm from '#shared/vision/engine/kernels.wasm'
import { createNet, type Net, type RunNet } from '#shared/vision/engine/net.ts'
import { readNet } from '#shared/vision/net-file.ts'
import type { NetName } from '#shared/vision/weights.ts'

/** Reads the file of a net, as the web build wrote it. */
export type LoadWeights = (name: NetName) => Promise<ArrayBuffer>

let load: LoadWeights = () =>
  Promise.reject(new Error('Where the weights of the nets are has not been said: setWeights'))
const nets = new Map<NetName, Promise<Net>>()
let kernels: Promise<Kernels> | null = null

/** Returns the isolate's kernels, started by the first call; after a failure the next call tries again. */
export function getKernels(): Promise<Kernels> {
  kernels ??= startKernels(wasm).catch((cause: unknown) => {
    kernels = null
    throw cause
  })
  return kernels
}

/** Says where the weights are: to be called where that is known, before the first picture is looked at. */
export function setWeights(loader: LoadWeights): void {
  load = loader
  nets.clear()
}

/**
 * A net, ready to be run. Its file (5.9 MB for all four) stays in the isolate; after a failure the next call tries again.
 *
 * @throws whatever the loader throws
 */
export async function loadNet(name: NetName): Promise<RunNet> {
  const [started, net] = await Promise.all([getKernels(), getNet(name)])
  return (input) => net.run(started, input)
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
