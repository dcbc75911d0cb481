export type ContentType = { readonly type: string; readonly charset: string | null }

/** A media type in small letters, without its parameters, and the charset it states. */
export function contentTypeOf(header: string): ContentType {
  const [type = ''] = header.split(';')
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header) ?? []
  return { type: type.trim().toLowerCase(), charset: charset ?? null }
}

const META_SEARCHED_BYTES = 2048
const META = /<meta[^>]+charset\s*=\s*(?:["']\s*)?([\w-]+)/i

/**
 * The charset of a page that says so only in itself.
 * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function charsetWithin(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, META_SEARCHED_BYTES))
  return META.exec(head)?.[1] ?? null
}

/** Bytes as text: by their byte order mark, else by the charset that is stated, else as UTF-8. Never fails. */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  return decoderOf(markOf(bytes) ?? charset ?? 'utf-8').decode(bytes)
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}
