export const MiB = 1024 * 1024
const BOUNDARY = 'a-boundary'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const part = (name: string, rest = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`

type FormStream = {
  /** File size in bytes. */
  size: number
  path: string
  options?: string
  pathFirst?: boolean
  /** Number of body bytes after which the sender disconnects, with an error or a plain end. */
  cutAt?: number
  cut?: 'error' | 'end'
  chunkBytes?: number
}

/** Returns bytes that encode their position in the file, so that tests detect loss, duplication and reordering. */
export function fileBytes(at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i++) bytes[i] = ((at + i) * 2_654_435_761) >>> 19
  return bytes
}

/** Creates a multipart form that is generated while the Worker reads it. */
export function formStream({
  size,
  path,
  options,
  pathFirst = false,
  cutAt,
  cut = 'error',
  chunkBytes = 256 * 1024,
}: FormStream) {
  const fields = `${part('path')}${path}\r\n${options === undefined ? '' : `${part('options')}${options}\r\n`}`
  const before = new TextEncoder().encode(`${pathFirst ? fields : ''}${part('file', '; filename="a"')}`)
  const after = new TextEncoder().encode(`\r\n${pathFirst ? '' : fields}--${BOUNDARY}--\r\n`)
  let sent = 0
  const chunkAt = (at: number): Uint8Array | null => {
    if (at < before.length) return before.slice(at)
    const inFile = at - before.length
    if (inFile < size) return fileBytes(inFile, Math.min(chunkBytes, size - inFile))
    const inAfter = inFile - size
    return inAfter < after.length ? after.slice(inAfter) : null
  }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = chunkAt(sent)
        if (piece === null) return controller.close()
        const left = (cutAt ?? Number.POSITIVE_INFINITY) - sent
        if (left > 0) controller.enqueue(left < piece.length ? piece.slice(0, left) : piece)
        sent += piece.length
        if (sent < (cutAt ?? Number.POSITIVE_INFINITY)) return
        if (cut === 'error') controller.error(new Error('the connection was cut'))
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, sent: () => sent }
}
