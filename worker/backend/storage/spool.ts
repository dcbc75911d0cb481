import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import { createGrowingBytes, type Room } from '#worker/http/growing-bytes.ts'
import { newId } from '#worker/http/signature.ts'
import { SPOOL_FOLDER } from './path.ts'

/**
 * Files up to this size are buffered in memory. Larger ones go to the bucket in pieces of this size, because a network
 * may send six uploads at once.
 */
const PIECE_BYTES = 2 * 1024 * 1024

/** A received file that is not stored yet: in memory, or as one temporary object per piece. */
export type Spooled = {
  readonly size: number
  /** The first bytes, {@link HEAD_BYTES} at most. */
  readonly head: Uint8Array
  readonly at: { readonly bytes: Uint8Array } | { readonly keys: readonly string[] }
}
export const HEAD_BYTES = 4096

export type Spool = {
  /** Resolves when the spool can take more. */
  write(chunk: Uint8Array): Promise<void>
  /** Ends the file. The caller must call {@link discard} once the file is stored. */
  finish(): Promise<Spooled>
  /** Removes all temporary data, at any point. If a removal fails, the sweep removes the rest. */
  discard(): Promise<void>
}

/** Buffers a photo in memory only. */
export class PhotoSpool implements Spool {
  private readonly photo: ReturnType<typeof createGrowingBytes>

  /** @param expected the size the client states */
  constructor(room: Room, expected?: number) {
    this.photo = createGrowingBytes(PHOTO_MAX_BYTES, { room, expected })
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.photo.append(chunk)
  }

  async finish(): Promise<Spooled> {
    return toSpooled(this.photo.view())
  }

  async discard(): Promise<void> {
    this.photo.free()
  }
}

const toSpooled = (bytes: Uint8Array): Spooled => ({
  size: bytes.length,
  head: bytes.subarray(0, HEAD_BYTES),
  at: { bytes },
})

/**
 * Buffers a file in the bucket while its form is read. The pieces are separate objects below `tmp/`, not parts of an R2
 * multipart upload. R2 does not list such uploads, so a Worker that stops before it stores the upload's id would leave
 * parts that no sweep finds. The sweep can find a separate object as soon as it exists.
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
      if (this.buffer.length === PIECE_BYTES) await this.flush()
      const fitting = rest.subarray(0, PIECE_BYTES - this.buffer.length)
      rest = rest.subarray(fitting.length)
      this.buffer.append(fitting)
    }
  }

  async finish(): Promise<Spooled> {
    if (this.keys.length === 0) return toSpooled(this.buffer.view())
    await this.flush()
    this.buffer.free()
    return { size: this.size, head: this.head, at: { keys: this.keys } }
  }

  async discard(): Promise<void> {
    this.buffer.free()
    if (this.keys.length > 0) await this.files.delete(this.keys).catch(() => undefined)
  }

  private async flush(): Promise<void> {
    if (this.keys.length === 0) this.head = this.buffer.view().slice(0, HEAD_BYTES)
    const key = this.folder + this.keys.length
    // The key is recorded before the write, because a failed write may have succeeded anyway.
    this.keys.push(key)
    await this.files.put(key, this.buffer.view())
    this.buffer.clear()
  }
}

/** Yields the pieces of a spooled file in order. @throws AppError `INTERNAL` when a piece is missing */
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
 * Passes a spooled file to `consume` as one stream of known length.
 * @param consume may stop reading at any point
 */
export async function streamPieces<T>(
  files: R2Bucket,
  { size, keys }: { size: number; keys: readonly string[] },
  consume: (body: ReadableStream) => Promise<T>,
): Promise<T> {
  const { readable, writable } = new FixedLengthStream(size)
  const over = new AbortController()
  const sent = sendAll(files, keys, writable, over.signal).catch(() => undefined)
  try {
    return await consume(readable)
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
