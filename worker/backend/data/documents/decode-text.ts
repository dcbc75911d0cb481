import sniffHtmlEncoding from 'html-encoding-sniffer'
import { guessEncoding } from './guess-encoding.ts'

/** Facts about a text besides its bytes. */
type Known = {
  /** Charset that the sender declares. */
  readonly charset: string | null
  /** True for a page, which may declare its encoding in a `meta` element. */
  readonly isPage?: boolean
}

/**
 * Decodes bytes in the order that browsers use: byte order mark, the sender's label if known, the page's `meta`
 * element, XML declaration. Without any of these, text is UTF-8 if possible, and otherwise in the legacy encoding that
 * fits best. Never fails. https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export function decodeText(bytes: Uint8Array, known: Known): string {
  const stated = getDeclaredEncoding(bytes, known)
  if (stated !== null && stated !== 'utf-8') return decoderFor(stated).decode(bytes)
  const text = new TextDecoder().decode(bytes)
  if (isMostlyUtf8(text)) return text
  const late = stated === null && known.isPage === true ? lateMetaEncoding(bytes) : null
  return decoderFor(late ?? guessEncoding(bytes)).decode(bytes)
}

/** Returns the encoding that a text or its sender declares, in lower case, or null. */
export function getDeclaredEncoding(bytes: Uint8Array, { charset, isPage = false }: Known): string | null {
  return (
    sniff(bytes, { xml: true, ...(charset === null ? {} : { transportLayerEncodingLabel: charset }) }) ??
    (isPage ? sniff(bytes, { xml: false }) : null) ??
    xmlEncoding(bytes)
  )
}

/** The sniffer has no result for "not declared". No text uses this encoding, which browsers refuse to decode. */
const NOT_STATED = 'replacement'

function sniff(
  bytes: Uint8Array,
  options: { readonly xml: boolean; readonly transportLayerEncodingLabel?: string },
): string | null {
  try {
    const found = sniffHtmlEncoding(bytes, { ...options, defaultEncoding: NOT_STATED }).toLowerCase()
    return found === NOT_STATED ? null : found
  } catch {
    // The sniffer throws on a `content` that ends with "charset".
    return null
  }
}

const XML_SEARCHED_BYTES = 1024
const XML_DECLARATION = /^<\?xml\s[^>]{0,256}?\bencoding\s*=\s*(?:"([^">]*)"|'([^'>]*)')/

/** https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing */
function xmlEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, XML_SEARCHED_BYTES))
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le'
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be'
  const [, double, single] = XML_DECLARATION.exec(head) ?? []
  const label = double ?? single
  const encoding =
    label === undefined ? null : sniff(new Uint8Array(), { xml: true, transportLayerEncodingLabel: label })
  // A declaration that is readable byte by byte cannot be in a two-byte encoding.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

const LATE_SEARCHED_BYTES = 64 * 1024
const LATE_METAS_MAX = 50

/** Browsers parse a page again when its `meta` element comes after the first kilobyte. */
function lateMetaEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, LATE_SEARCHED_BYTES)).toLowerCase()
  let [at, metas] = [0, 0]
  while (metas < LATE_METAS_MAX) {
    const meta = head.indexOf('<meta', at)
    if (meta === -1) return null
    const comment = head.indexOf('<!--', at)
    if (comment !== -1 && comment < meta) {
      const end = head.indexOf('-->', comment)
      if (end === -1) return null
      at = end
      continue
    }
    const found = sniff(bytes.subarray(meta, meta + 512), { xml: false })
    if (found !== null) return found
    ;[at, metas] = [meta + 1, metas + 1]
  }
  return null
}

const MIN_UTF8_SHARE = 0.5

/** True when most non-ASCII characters are intact. One broken byte does not make a text a legacy one. */
function isMostlyUtf8(text: string): boolean {
  let [letters, damaged] = [0, 0]
  for (const character of text) {
    if (character > '\x7f') letters++
    if (character === '\ufffd') damaged++
  }
  return damaged === 0 || (letters - damaged) / letters > MIN_UTF8_SHARE
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
