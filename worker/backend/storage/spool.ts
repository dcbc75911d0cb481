import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import { createGrowingBytes, type Room } from '#worker/http/growing-bytes.ts'
import { newId } from '#worker/http/signature.ts'
import { SPOOL_FOLDER } from './path.ts'

/**
 * Files up to this size wait in memory, larger ones in the bucket, in pieces of this size: a network may send six at
 * once.
 */
const PIECE_BYTES = 2 * 1024 * 1024

/** A file that has arrived and waits for its place: in memory, or as temporary objects, one for each piece. */
export type Spooled = {
  readonly size: number
  /** Its first bytes, {@link HEAD_BYTES} if there are as many. */
  readonly head: Uint8Array
  readonly at: { readonly bytes: Uint8Array } | { readonly keys: readonly string[] }
}
export const HEAD_BYTES = 4096

export type Spool = {
  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void>
  /** No more comes. The caller calls {@link discard} when the file has its place. */
  finish(): Promise<Spooled>
  /** Leaves nothing behind, at whatever point. What cannot be removed now, the sweep finds. */
  discard(): Promise<void>
}

/** Keeps a photo in memory, and nothing of it anywhere else. */
export class PhotoSpool implements Spool {
  private readonly photo: ReturnType<typeof createGrowingBytes>

  /** @param expected as its sender says */
  constructor(room: Room, expected?: number) {
    this.photo = createGrowingBytes(PHOTO_MAX_BYTES, { room, expected })
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.photo.append(chunk)
  }

  async finish(): Promise<Spooled> {
    return inMemory(this.photo.view())
  }

  async discard(): Promise<void> {
    this.photo.free()
  }
}

const inMemory = (bytes: Uint8Array): Spooled => ({
  size: bytes.length,
  head: bytes.subarray(0, HEAD_BYTES),
  at: { bytes },
})

/**
 * Storage of a file while its form is still being read. Its pieces are objects of their own below `tmp/`, not parts of
 * an R2 multipart upload: such an upload is in no listing, so a Worker that ends between beginning it and writing down
 * its id would leave parts that no sweep finds. An object is there to be swept from the moment it exists.
 */
export class BucketSpool implements Spool {
  private readonly files: R2Bucket
  private readonly buffer: ReturnType<typeof createGrowingBytes>
  private readonly folder = `${SPOOL_FOLDER}${newId()}/`
  private readonly keys: string[] = []
  private head = new Uint8Array(0)
  private size = 0

  constructor(files: R2Bucket, room: Room) {
    this.files = files
    this.buffer = createGrowingBytes(PIECE_BYTES, { room })
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.size += chunk.length
    for (let rest = chunk; rest.length > 0;) {
      if (this.buffer.length === PIECE_BYTES) await this.putAway()
      const fitting = rest.subarray(0, PIECE_BYTES - this.buffer.length)
      rest = rest.subarray(fitting.length)
      this.buffer.append(fitting)
    }
  }

  async finish(): Promise<Spooled> {
    if (this.keys.length === 0) return inMemory(this.buffer.view())
    await this.putAway()
    this.buffer.free()
    return { size: this.size, head: this.head, at: { keys: this.keys } }
  }

  async discard(): Promise<void> {
    this.buffer.free()
    if (this.keys.length > 0) await this.files.delete(this.keys).catch(() => undefined)
  }

  private async putAway(): Promise<void> {
    if (this.keys.length === 0) this.head = this.buffer.view().slice(0, HEAD_BYTES)
    const key = this.folder + this.keys.length
    // Known before it is written: a write that fails may have happened all the same.
    this.keys.push(key)
    await this.files.put(key, this.buffer.view())
    this.buffer.clear()
  }
}

/** The pieces of a spooled file, one after the other. @throws AppError `INTERNAL` when one of them is gone */
export async function* readPieces(
  files: R2Bucket,
  keys: readonly string[],
): AsyncGenerator<ReadableStream<Uint8Array>> {
  for (const key of keys) {
    const piece = await files.get(key)
    if (piece === null) throw new AppError('INTERNAL', undefined, { cause: 'an upload was swept while it ran' })
    yield piece.body as ReadableStream<Uint8Array>
  }
}

/**
 * Hands a spooled file to `taker`, as one stream of known length.
 * @param taker may stop reading at any point
 */
export async function streamed<T>(
  files: R2Bucket,
  { size, keys }: { size: number; keys: readonly string[] },
  taker: (body: ReadableStream) => Promise<T>,
): Promise<T> {
  const { readable, writable } = new FixedLengthStream(size)
  const over = new AbortController()
  const sent = sendAll(files, keys, writable, over.signal).catch(() => undefined)
  try {
    return await taker(readable)
  } finally {
    over.abort()
    await sent
  }
}

async function sendAll(
  files: R2Bucket,
  keys: readonly string[],
  to: WritableStream,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const piece of readPieces(files, keys)) await piece.pipeTo(to, { preventClose: true, signal })
    await to.close()
  } catch (thrown) {
    await to.abort(thrown)
  }
}
