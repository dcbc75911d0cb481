/**
 * `node test/bench/upload.ts`: what large uploads cost a server of its own, over real sockets: time and memory of
 * 50 MB alone and three at once and of the heaviest photos, and what twenty uploads that are cut off leave in the
 * bucket. Prints, asserts nothing. The memory is that of the whole runtime, which plays the bucket as well.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { localSecret, startServer } from '../e2e/support/server.ts'

const MB = 1024 * 1024
const PROJECT = 'fantasy-cards'
const server = await startServer()
const headers = { authorization: `Bearer ${localSecret('SERVICE_KEY')}` }
const content = new Uint8Array(50 * MB).map((_, i) => (i * 2_654_435_761) >>> 19)

async function upload(path: string, bytes = content): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([bytes]))
  form.set('path', path)
  form.set('options', '{"upsert":true}')
  const start = performance.now()
  const response = await fetch(`${server.url}/api/storage/${PROJECT}/upload`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return performance.now() - start
}

/** 4 million pixels of noise: a picture cannot be heavier, nor harder to decode. */
async function largestPhotos(): Promise<[string, Buffer<ArrayBuffer>][]> {
  const [width, height] = [2000, 2000]
  const noise = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 2_654_435_761) >>> 23)
  const picture = sharp(noise, { raw: { width, height, channels: 3 } })
  const jpeg = await picture.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
  return [
    ['a JPEG of 4 MP', jpeg as Buffer<ArrayBuffer>],
    ['a PNG of 4 MP', (await picture.clone().png({ compressionLevel: 0 }).toBuffer()) as Buffer<ArrayBuffer>],
    ['a JPEG of 4 MP with a film', Buffer.concat([jpeg, new Uint8Array(20 * MB - jpeg.length)])],
  ]
}

/** Brings a photo without a key. */
async function photoBrought(photo: Buffer<ArrayBuffer>): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([photo]))
  form.set('path', 'player-photos/1.jpg')
  return posted(`/api/storage/${PROJECT}/upload`, form)
}

async function generation(photo: Buffer<ArrayBuffer>): Promise<number> {
  const form = new FormData()
  form.set('photo', new Blob([photo]))
  for (const [name, value] of Object.entries({ nickname: 'Ace', number: '7', team: 'Chicago Bears', armor: 'none' }))
    form.set(name, value)
  return posted('/api/generations', form)
}

async function posted(path: string, body: FormData): Promise<number> {
  const start = performance.now()
  const response = await fetch(server.url + path, { method: 'POST', body })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
  return performance.now() - start
}

/** Sends the head of an upload and `bytes` of its body, and hangs up. */
function cut(bytes: number): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /api/storage/${PROJECT}/upload HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${headers.authorization}\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${40 * MB}\r\n\r\n${head}`,
      )
      socket.write(content.subarray(0, bytes), () => setTimeout(() => socket.destroy(), 50))
    })
    socket.on('close', () => resolve())
    socket.on('error', () => undefined)
  })
}

/** Objects and parts of unfinished uploads: each is a file of its own in the local bucket. */
const kept = () =>
  readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => /r2.*\/blobs\/./.test(name))
    .length

/** The most memory the server's runtime has had so far, in MB. It is the one that holds files of the data folder open. */
function peak(): number {
  const own = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isServer(pid))
  const most = own.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0))
  return Math.max(0, ...most) / 1024
}

function isServer(pid: string): boolean {
  try {
    const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
    return files.some((file) => file.startsWith(server.dataDir))
  } catch {
    // It has ended, or is not ours to look at.
    return false
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

await upload('bench/small.bin', content.subarray(0, MB))
say(`before: ${peak().toFixed(0)} MB`)
for (let round = 0; round < 3; round++)
  say(`50 MB alone: ${(await upload('bench/1.bin')).toFixed(0)} ms, ${peak().toFixed(0)} MB`)
const three = await Promise.all([1, 2, 3].map((n) => upload(`bench/${n}.bin`)))
say(`three at once: ${Math.max(...three).toFixed(0)} ms, ${peak().toFixed(0)} MB`)

for (const [name, photo] of await largestPhotos()) {
  const bare = await photoBrought(photo)
  say(`${name}: ${(photo.length / MB).toFixed(1)} MB, ${bare.toFixed(0)} ms, ${peak().toFixed(0)} MB`)
  say(`the same by the form of a generation: ${(await generation(photo)).toFixed(0)} ms, ${peak().toFixed(0)} MB`)
}

const before = kept()
let most = before
for (let i = 0; i < 20; i++) {
  await cut(Math.floor((i * 39 * MB) / 19))
  most = Math.max(most, kept())
}
for (let i = 0; i < 50 && kept() > before; i++) await sleep(200)
say(`twenty cut off: ${kept() - before} more files in the bucket than before, at most ${most - before} meanwhile`)
await server.close()
