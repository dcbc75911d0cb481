/**
 * `node test/bench/memory.ts`: what one generation of the largest accepted photo needs in the Worker, read through
 * the inspector of a server of its own: the heap, and what lies outside it (buffers, WebAssembly). Garbage that nobody
 * has collected yet counts too. The inspector answers between the steps of a drawing, not within one: what a step
 * takes and gives back is not seen. Prints, asserts nothing.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Generation } from '#shared/contracts/generations.ts'
import { freePort, startServer } from '../e2e/support/server.ts'
import { createVisitor, PORTRAIT } from '../e2e/support/visitor.ts'

const MB = 1024 * 1024
const SIDE_PX = 2000
const SAMPLE_MS = 4

type Usage = { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number }

/** Asks the Worker's inspector one thing at a time. */
async function inspect(port: number) {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  // Node's own client takes headers; the inspector answers only who says where they come from.
  const options = { headers: { origin: 'http://localhost' } } as unknown as string[]
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl, options)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let last = 0
  const ask = <T>(method: string) =>
    new Promise<T>((resolve) => {
      const id = ++last
      waiting.set(id, (result) => resolve(result as T))
      socket.send(JSON.stringify({ id, method }))
    })
  return { ask, close: () => socket.close() }
}

const largestPhoto = async () =>
  new Blob([
    Uint8Array.from(
      await sharp(readFileSync(PORTRAIT)).resize(SIDE_PX, SIDE_PX, { fit: 'fill' }).jpeg({ quality: 97 }).toBuffer(),
    ),
  ])

const say = (line: string) => process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`

const inspectorPort = await freePort()
const server = await startServer({ env: { LIMITS: 'relaxed', INSPECTOR_PORT: String(inspectorPort) } })
const inspector = await inspect(inspectorPort).catch(async (cause: unknown) => {
  await server.close()
  throw cause
})
const usage = () => inspector.ask<Usage>('Runtime.getHeapUsage')
const outside = ({ backingStorageSize = 0, embedderHeapUsedSize = 0 }: Usage) =>
  backingStorageSize + embedderHeapUsedSize
try {
  const visitor = createVisitor(server.url)
  await visitor.arrive()
  const photo = await largestPhoto()
  const before = await usage()
  say(`idle: heap ${megabytes(before.usedSize)}, outside it ${megabytes(outside(before))}`)
  let most: Usage = before
  let samples = 0
  const over = new AbortController()
  const sampling = (async () => {
    while (!over.signal.aborted) {
      const now = await usage()
      samples++
      if (now.usedSize + outside(now) > most.usedSize + outside(most)) most = now
      await sleep(SAMPLE_MS)
    }
  })()
  const { id } = (await (await visitor.generate({ armor: 'crown' }, photo)).json()) as Generation
  const { state } = await visitor.watch(id)
  over.abort()
  await sampling
  await inspector.ask('HeapProfiler.collectGarbage')
  const after = await usage()
  say(
    `${state}: at most ${megabytes(most.usedSize + outside(most))} (heap ${megabytes(most.usedSize)}, outside ${megabytes(outside(most))}; ${samples} samples), ` +
      `kept ${megabytes(after.usedSize + outside(after))}`,
  )
} finally {
  inspector.close()
  await server.close()
}
