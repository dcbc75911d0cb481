import { AppError } from '#shared/client/errors.ts'
import { createByteSource, type NextBytes } from './byte-source.ts'

/**
 * Forms as RFC 7578 writes them, read as they arrive. Our own reader, because this one is pulled: no byte of a file
 * is taken from the network before the last one has been put away, which an event-driven parser of Node streams can
 * only approximate; and it brings no Node types and globals into the Worker.
 */
export type Part = {
  readonly name: string
  /** True for a part that bears a file name, be it an empty one. */
  readonly isFile: boolean
  /** The sender's name of the file, or ''. Not to be trusted. */
  readonly fileName: string
  /** The type its sender states, or ''. */
  readonly type: string
  /** To be read before the next part is asked for; what is left of it is skipped. */
  readonly body: AsyncIterable<Uint8Array>
}

/** A form that is cut off or breaks its own grammar. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm'
}

const HEAD_MAX_BYTES = 16 * 1024
const bytesOf = (text: string) => new TextEncoder().encode(text)
const BLANK_LINE = bytesOf('\r\n\r\n')
const DASH = 0x2d

/** The boundary a content type names, or null when it is no multipart form. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, bare] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"\r\n]+)"|([^;,\s"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare ?? ''
  return boundary.length > 0 && boundary.length <= 70 ? boundary : null
}

/**
 * The parts of a form in the order they come.
 * @throws MalformedForm when the body ends early, also because the connection was cut
 */
export async function* readMultipart(next: NextBytes, boundary: string): AsyncGenerator<Part> {
  const delimiter = bytesOf(`\r\n--${boundary}`)
  // The first delimiter may stand at the very beginning, without the line break before it.
  const source = createByteSource(bytesOf('\r\n'), () => readBytes(next))

  await skip(until(delimiter))
  for (;;) {
    const mark = await source.peek(2)
    if (mark === null) throw new MalformedForm('ends within a delimiter')
    if (mark[0] === DASH && mark[1] === DASH) return
    const head = headOf(await collect(until(BLANK_LINE), HEAD_MAX_BYTES))
    const body = until(delimiter)
    yield { ...head, body }
    await skip(body)
  }

  async function* until(pattern: Uint8Array): AsyncGenerator<Uint8Array> {
    if (!(yield* source.until(pattern))) throw new MalformedForm('ends early')
  }
}

async function readBytes(next: NextBytes): Promise<Uint8Array | null> {
  try {
    return await next()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new MalformedForm('was cut off', { cause })
  }
}

async function skip(chunks: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await chunks.next()).done);
}

async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new MalformedForm('has a head that is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function headOf(text: string): Omit<Part, 'body'> {
  const fields = new Map(
    text
      .split('\r\n')
      .map((line) => line.split(/:(.*)/s))
      .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim()] as const),
  )
  const disposition = parametersOf(fields.get('content-disposition') ?? '')
  return {
    name: disposition.get('name') ?? '',
    isFile: disposition.has('filename') || disposition.has('filename*'),
    fileName: disposition.get('filename') ?? '',
    type: fields.get('content-type') ?? '',
  }
}

/** Parses the parameters of a header. A quoted text is one value, whatever it holds. */
const parametersOf = (header: string): Map<string, string> =>
  new Map(
    [...header.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g)].map(
      ([, name, quoted, bare]) => [name!.toLowerCase(), quoted ?? bare!.trim()] as const,
    ),
  )
