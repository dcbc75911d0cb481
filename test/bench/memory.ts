/**
 * `npm run bench -- memory`: memory of one generation in the built Worker, for the largest photos that are accepted (4
 * million pixels, as JPEG, and as PNG of noise, the heaviest). The inspector continuously samples the heap and
 * external buffers without collecting garbage first, so garbage is included. The inspector misses peaks within a step,
 * so the process's peak memory from the kernel is printed too. That figure also includes storage and compiled code.
 * Before these, it prints the memory that an isolate retains after its first card, and the largest objects in it.
 * `memory league` measures the prints of a league of 16 instead. Prints results; makes no assertions.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Generation } from '#shared/contracts/generations.ts'
import { LEAGUE_SEATS } from '#shared/domain/league.ts'
import { LEAGUE_PRINTS, type LeaguePrint, leaguePrintPath } from '#shared/domain/league-prints.ts'
import { freePort } from '../e2e/support/ports.ts'
import { createVisitor, makeDraft, PORTRAIT } from '../e2e/support/visitor.ts'
import { type HeapPart, sumParts } from './heap.ts'
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
const formatMb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`

const lines = (parts: HeapPart[]) =>
  parts.map(({ name, bytes }) => `  ${formatMb(bytes).padStart(9)}  ${name}`).join('\n')

/** Runs a task while sampling its memory use. */
async function watchMemory<T>(inspector: Awaited<ReturnType<typeof inspect>>, work: () => Promise<T>) {
  let most = await inspector.usage()
  let samples = 0
  const over = new AbortController()
  const watching = (async () => {
    for (; !over.signal.aborted; samples++) {
      const usage = await inspector.usage()
      if (sum(usage) > sum(most)) most = usage
    }
  })()
  const result = await work()
  over.abort()
  await watching
  return { result, most, samples }
}

async function measurePhoto(kind: string, photo: Blob) {
  const inspectorPort = await freePort()
  const server = await serveBuilt({ inspectorPort })
  const inspector = await inspect(inspectorPort)
  try {
    const visitor = createVisitor(server.url)
    await visitor.arrive()
    const idle = server.peakBytes()
    const { result, most, samples } = await watchMemory(inspector, async () => {
      const { id } = (await (await visitor.generate({ armor: 'crown' }, photo)).json()) as Generation
      return visitor.watch(id, undefined, 120_000, 250)
    })
    const [wasm, grown] = [await server.wasmBytes(), server.peakBytes() - idle]
    await inspector.collectGarbage()
    process.stdout.write(
      `${kind}, ${formatMb(photo.size)}, ${result.state}: at most ${formatMb(sum(most) + wasm)} (heap ${formatMb(most.usedSize)}, ` +
        `buffers ${formatMb(outside(most))}, WebAssembly ${formatMb(wasm)}; ${samples} samples); ` +
        `the process grew by ${formatMb(grown)}; kept ${formatMb(sum(await inspector.usage()) + wasm)}\n`,
    )
  } finally {
    inspector.close()
    await server.close()
  }
}

/** Measures memory, time and size of each print of a full and a small league, after the Worker has drawn the cards. */
async function measureLeague() {
  const inspectorPort = await freePort()
  const server = await serveBuilt({ inspectorPort, onLog: () => undefined })
  const inspector = await inspect(inspectorPort)
  const leagues: Record<number, Awaited<ReturnType<typeof seatMembers>>> = {}
  try {
    for (const [count, print] of LEAGUE_ORDERS) {
      leagues[count] ??= await seatMembers(server.url, count)
      const { visitor, code } = leagues[count]
      await inspector.collectGarbage()
      const before = sum(await inspector.usage()) + (await server.wasmBytes())
      const [cpu, start] = [server.cpuMs(), Date.now()]
      const { result, most, samples } = await watchMemory(inspector, async () => {
        const answer = await visitor.send(leaguePrintPath(code, print))
        return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength, ms: Date.now() - start }
      })
      const wasm = await server.wasmBytes()
      process.stdout.write(
        `${count} cards, ${print}, ${result.status}, ${formatMb(result.bytes)} in ${result.ms} ms (CPU ${Math.round(server.cpuMs() - cpu)} ms): ` +
          `at most ${formatMb(sum(most) + wasm)} (heap ${formatMb(most.usedSize)}, buffers ${formatMb(outside(most))}, ` +
          `WebAssembly ${formatMb(wasm)}; ${samples} samples); before ${formatMb(before)}\n`,
      )
    }
  } finally {
    inspector.close()
    await server.close()
  }
}

/** Small leagues have the largest cards. */
const LEAGUE_ORDERS = [LEAGUE_SEATS, 2].flatMap((count) =>
  (Object.keys(LEAGUE_PRINTS) as LeaguePrint[]).map((print) => [count, print] as const),
)

async function seatMembers(url: string, count: number) {
  const visitor = createVisitor(url)
  await visitor.arrive()
  const league = { name: 'Sunday Night Gridiron', season: '2026', team: 'Green Bay Packers' }
  const { code } = (await (await visitor.post('/api/leagues', league)).json()) as { code: string }
  for (let seat = 1; seat <= count; seat++) {
    const member = createVisitor(url)
    await member.arrive()
    await member.post(`/api/leagues/${code}/seats`, { teamName: `Team ${seat}` })
    const { card } = await makeDraft(member, { nickname: `Team ${seat}` })
    await member.post(`/api/cards/${card.id}/share`, {})
    const answer = await member.post(`/api/leagues/${code}/seats/${seat}/card`, { cardId: card.id })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return { visitor, code }
}

/** Measures the memory retained after a typical photo and garbage collection. */
async function measureAfterFirstCard() {
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
    const { kinds, largest } = sumParts(await inspector.heapSnapshot())
    process.stdout.write(
      `first card, ${state}: keeps ${formatMb(sum(usage) + wasm)} (heap ${formatMb(usage.usedSize)}, buffers ` +
        `${formatMb(outside(usage))}, WebAssembly ${formatMb(wasm)})\nby kind\n${lines(kinds)}\nlargest\n${lines(largest)}\n`,
    )
  } finally {
    inspector.close()
    await server.close()
  }
}

if (process.argv[2] === 'league') await measureLeague()
else {
  await measureAfterFirstCard()
  for (const [kind, make] of Object.entries(PHOTOS)) await measurePhoto(kind, new Blob([Uint8Array.from(await make())]))
}
