export const MiB = 1024 * 1024
const BOUNDARY = 'a-boundary'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const part = (name: string, rest = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`

type FormStream = {
  /** How many bytes the file has. */
  size: number
  path: string
  options?: string
  pathFirst?: boolean
  /** After how many bytes of the body the sender is gone; an error, or just an end. */
  cutAt?: number
  cut?: 'error' | 'end'
  chunkBytes?: number
}

/** Each byte of a file tells where it stands, so that nothing can be lost, doubled or swapped unseen. */
export function fileBytes(at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i++) bytes[i] = ((at + i) * 2_654_435_761) >>> 19
  return bytes
}

/** A form that is made while it is read, as a sender would send it. */
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
  const pieceAt = (at: number): Uint8Array | null => {
    if (at < before.length) return before.slice(at)
    const inFile = at - before.length
    if (inFile < size) return fileBytes(inFile, Math.min(chunkBytes, size - inFile))
    const inAfter = inFile - size
    return inAfter < after.length ? after.slice(inAfter) : null
  }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieceAt(sent)
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
