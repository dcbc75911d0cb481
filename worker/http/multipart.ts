import { AppError } from '#shared/client/errors.ts'
import { createByteSource, type NextBytes } from './byte-source.ts'

/**
 * One part of a multipart form (RFC 7578), streamed. This parser is our own because it has backpressure: it reads no more
 * from the network until the consumer has stored the last chunk. Event-driven parsers of Node streams only approximate
 * that, and bring Node's types and globals into the Worker.
 */
export type Part = {
  readonly name: string
  /** True if the part has a file name, even an empty one. */
  readonly isFile: boolean
  /** The client's file name, or ''. Untrusted. */
  readonly fileName: string
  /** The media type that the client states, or ''. */
  readonly type: string
  /** Must be read before the next part. The unread rest is skipped. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Thrown for a form that is cut off or malformed. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm'
}

const HEAD_MAX_BYTES = 16 * 1024
const toBytes = (text: string) => new TextEncoder().encode(text)
const BLANK_LINE = toBytes('\r\n\r\n')
const DASH = 0x2d

/** Returns the boundary of a multipart content type, or null. */
export function getBoundary(contentType: string): string | null {
  const [, quoted, bare] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"\r\n]+)"|([^;,\s"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare ?? ''
  return boundary.length > 0 && boundary.length <= 70 ? boundary : null
}

/**
 * Yields the parts of a form.
 *
 * @throws MalformedForm if the body ends early or the connection is lost
 */
export async function* readMultipart(next: NextBytes, boundary: string): AsyncGenerator<Part> {
  const delimiter = toBytes(`\r\n--${boundary}`)
  // The body may begin with the delimiter, without the line break in front.
  const source = createByteSource(toBytes('\r\n'), () => readBytes(next))

  await skip(until(delimiter))
  for (;;) {
    const mark = await source.peek(2)
    if (mark === null) throw new MalformedForm('ends within a delimiter')
    if (mark[0] === DASH && mark[1] === DASH) return
    const head = parseHead(await collect(until(BLANK_LINE), HEAD_MAX_BYTES))
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

function parseHead(text: string): Omit<Part, 'body'> {
  const fields = new Map(
    text
      .split('\r\n')
      .map((line) => line.split(/:(.*)/s))
      .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim()] as const),
  )
  const disposition = parseParameters(fields.get('content-disposition') ?? '')
  return {
    name: disposition.get('name') ?? '',
    isFile: disposition.has('filename') || disposition.has('filename*'),
    fileName: disposition.get('filename') ?? '',
    type: fields.get('content-type') ?? '',
  }
}

/** Parses the parameters of a header. A quoted value may contain any character. */
const parseParameters = (header: string): Map<string, string> =>
  new Map(
    [...header.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g)].map(
      ([, name, quoted, bare]) => [name!.toLowerCase(), quoted ?? bare!.trim()] as const,
    ),
  )
