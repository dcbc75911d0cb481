/**
 * `npm run bench -- memory`: what one generation needs in the built Worker, for the largest photos that are accepted (4
 * million pixels, as JPEG, as PNG of nothing but noise, the heaviest). Heap and buffers outside of it are asked of the
 * inspector without a pause, and nothing is collected before: garbage counts. It answers between steps and not within
 * one, so beside it stands what misses nothing: by how much the whole process has grown at most, by the kernel's own
 * mark. That is more than the Worker has: storage and compiled code are in it. Before them: what an isolate keeps after
 * its first card, and what is largest in it. Prints, asserts nothing.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Generation } from '#shared/contracts/generations.ts'
import { freePort } from '../e2e/support/ports.ts'
import { createVisitor, PORTRAIT } from '../e2e/support/visitor.ts'
import { type HeapPart, partsOf } from './heap.ts'
import { inspect, type Usage } from './inspector.ts'
import { serveBuilt } from './serve-built.ts'

const MB = 1024 * 1024
const SIDE_PX = 2000

const portrait = () => sharp(readFileSync(PORTRAIT)).resize(SIDE_PX, SIDE_PX, { fit: 'fill' })
const noise = () => {
  const data = new Uint8Array(SIDE_PX * SIDE_PX * 3)
  for (let at = 0; at < data.length; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536))
  return sharp(data, { raw: { width: SIDE_PX, height: SIDE_PX, channels: 3 } }).ensureAlpha()
}
const PHOTOS: Readonly<Record<string, () => Promise<Buffer>>> = {
  JPEG: () => portrait().jpeg({ quality: 97 }).toBuffer(),
  'PNG of noise': () => noise().png({ compressionLevel: 0 }).toBuffer(),
}

const outside = ({ backingStorageSize = 0, embedderHeapUsedSize = 0 }: Usage) =>
  backingStorageSize + embedderHeapUsedSize
const sum = (usage: Usage) => usage.usedSize + outside(usage)
const shown = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`

const lines = (parts: HeapPart[]) => parts.map(({ name, bytes }) => `  ${shown(bytes).padStart(9)}  ${name}`).join('\n')

await keptAfterFirstCard()
for (const [kind, make] of Object.entries(PHOTOS)) {
  const photo = new Blob([Uint8Array.from(await make())])
  const inspectorPort = await freePort()
  const server = await serveBuilt({ inspectorPort })
  const inspector = await inspect(inspectorPort)
  try {
    const visitor = createVisitor(server.url)
    await visitor.arrive()
    const idle = server.peakBytes()
    let most = await inspector.usage()
    let samples = 0
    const over = new AbortController()
    const watching = (async () => {
      for (; !over.signal.aborted; samples++) {
        const usage = await inspector.usage()
        if (sum(usage) > sum(most)) most = usage
      }
    })()
    const { id } = (await (await visitor.generate({ armor: 'crown' }, photo)).json()) as Generation
    const { state } = await visitor.watch(id, undefined, 120_000, 250)
    over.abort()
    await watching
    const [wasm, grown] = [await server.wasmBytes(), server.peakBytes() - idle]
    await inspector.collectGarbage()
    process.stdout.write(
      `${kind}, ${shown(photo.size)}, ${state}: at most ${shown(sum(most) + wasm)} (heap ${shown(most.usedSize)}, ` +
        `buffers ${shown(outside(most))}, WebAssembly ${shown(wasm)}; ${samples} samples); ` +
        `the process grew by ${shown(grown)}; kept ${shown(sum(await inspector.usage()) + wasm)}\n`,
    )
  } finally {
    inspector.close()
    await server.close()
  }
}

/** Memory for a photo as visitors send it, once nothing is left to collect. */
async function keptAfterFirstCard() {
  const inspectorPort = await freePort()
  const server = await serveBuilt({ inspectorPort })
  const inspector = await inspect(inspectorPort)
  try {
    const visitor = createVisitor(server.url)
    await visitor.arrive()
    const { id } = (await (await visitor.generate({ armor: 'crown' })).json()) as Generation
    const { state } = await visitor.watch(id, undefined, 120_000, 250)
    await inspector.collectGarbage()
    const [usage, wasm] = [await inspector.usage(), await server.wasmBytes()]
    const { kinds, largest } = partsOf(await inspector.heapSnapshot())
    process.stdout.write(
      `first card, ${state}: keeps ${shown(sum(usage) + wasm)} (heap ${shown(usage.usedSize)}, buffers ` +
        `${shown(outside(usage))}, WebAssembly ${shown(wasm)})\nby kind\n${lines(kinds)}\nlargest\n${lines(largest)}\n`,
    )
  } finally {
    inspector.close()
    await server.close()
  }
}
