import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const PAGE = 100

/** Visitors' photos, uploads under way and pictures of pages: none of them is kept for a day. */
const LEFT_OUT = ['player-photos/', 'tmp/', 'screenshots/']

/** Keys hold slashes and may be longer than names of files. */
const fileOf = (folder, key) => join(folder, 'objects', createHash('sha256').update(key).digest('hex'))
const indexOf = (folder) => join(folder, 'objects.ndjson')

/**
 * Copies the files of a bucket, each streamed to a file of its own, and lists them with what is known of them.
 *
 * @param {R2Bucket} files
 * @param {string} folder
 * @param {{ after: string | null, count: number, bytes: number, done: boolean }} state where to go on; changed with each page
 * @param {() => void} note keeps the state
 */
export async function exportObjects(files, folder, state, note) {
  if (state.done) return
  mkdirSync(join(folder, 'objects'), { recursive: true, mode: 0o700 })
  if (!existsSync(indexOf(folder))) closeSync(openSync(indexOf(folder), 'w', 0o600))
  truncateSync(indexOf(folder), state.bytes)
  while (!state.done) {
    const page = await files.list({
      limit: PAGE,
      include: ['httpMetadata', 'customMetadata'],
      ...(state.after !== null && { startAfter: state.after }),
    })
    for (const { key, size, httpMetadata, customMetadata } of page.objects) {
      state.after = key
      if (LEFT_OUT.some((prefix) => key.startsWith(prefix))) continue
      if (!(await copy(files, folder, key))) continue
      const line = `${JSON.stringify({ key, size, httpMetadata, customMetadata })}\n`
      appendFileSync(indexOf(folder), line)
      state.bytes += Buffer.byteLength(line)
      state.count += 1
    }
    state.done = !page.truncated
    note()
  }
}

/** @returns false when it was removed meanwhile */
async function copy(files, folder, key) {
  const object = await files.get(key)
  if (object === null) return false
  const file = fileOf(folder, key)
  // Whole or not there at all.
  await pipeline(Readable.fromWeb(object.body), createWriteStream(`${file}.part`, { mode: 0o600 }))
  renameSync(`${file}.part`, file)
  return true
}

/**
 * Puts the files of a backup into a bucket.
 *
 * @param {R2Bucket} files
 * @param {string} folder
 * @returns {Promise<number>} files
 */
export async function importObjects(files, folder) {
  if (!existsSync(indexOf(folder))) return 0
  let count = 0
  for await (const line of createInterface({ input: createReadStream(indexOf(folder)), crlfDelay: Infinity })) {
    if (line === '') continue
    const { key, httpMetadata, customMetadata } = JSON.parse(line)
    await files.put(key, new Uint8Array(readFileSync(fileOf(folder, key))), { httpMetadata, customMetadata })
    count += 1
  }
  return count
}
