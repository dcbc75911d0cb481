import { escapeXml } from '../svg.ts'
import { joinedBytes } from '#worker/http/joined-bytes.ts'
import type { Source } from '#shared/domain/making.ts'
import { type Mark, MARK_NAMESPACE, markXml } from './mark.ts'

/** The metadata of a file. */
export type About = { title: string; source: Source } & Partial<Mark>

export const CREATOR_TOOL = 'Fantasy Football Cards'

const NAMESPACE = 'http://ns.adobe.com/xap/1.0/\0'
const APP0 = 0xe0
const APP1 = 0xe1
const START_OF_SCAN = 0xda
const utf8 = new TextEncoder()

/**
 * The JPEG with an XMP packet (title, creator tool, how it was made) as its first segment but one: what goes by
 * the name of JFIF has to be first. A packet of ours that is there already is replaced. Pixels stay as they are.
 *
 * @throws when the bytes are no JPEG
 */
export function withMetadata(jpeg: Uint8Array, about: About): Uint8Array<ArrayBuffer> {
  const kept = segmentsOf(jpeg).filter((segment) => !isXmp(segment))
  const [first] = kept
  const leading = first !== undefined && first[1] === APP0 ? [first] : []
  const others = kept.slice(leading.length)
  const tail = jpeg.subarray(2 + segmentsOf(jpeg).reduce((length, segment) => length + segment.length, 0))
  return joinedBytes([jpeg.subarray(0, 2), ...leading, xmpSegment(packetOf(about)), ...others, tail])
}

/** The XMP packet of a JPEG, or null. */
export function xmpOf(jpeg: Uint8Array): string | null {
  const segment = segmentsOf(jpeg).find(isXmp)
  return segment === undefined ? null : new TextDecoder().decode(segment.subarray(4 + NAMESPACE.length))
}

/** Everything between the first two bytes and the picture itself: whole segments, markers included. */
function segmentsOf(jpeg: Uint8Array): Uint8Array[] {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) throw new Error('not a JPEG')
  const segments: Uint8Array[] = []
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== START_OF_SCAN;) {
    const end = at + 2 + (jpeg[at + 2]! << 8) + jpeg[at + 3]!
    segments.push(jpeg.subarray(at, end))
    at = end
  }
  return segments
}

const isXmp = (segment: Uint8Array): boolean =>
  segment[1] === APP1 && new TextDecoder('latin1').decode(segment.subarray(4, 4 + NAMESPACE.length)) === NAMESPACE

function xmpSegment(packet: string): Uint8Array {
  const body = utf8.encode(NAMESPACE + packet)
  const length = body.length + 2
  return joinedBytes([Uint8Array.of(0xff, APP1, length >> 8, length & 255), body])
}

/** The packet by itself, for files that are no JPEG. */
export const packetOf = ({ title, ...mark }: About): string =>
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  `xmlns:ffc="${MARK_NAMESPACE}">` +
  `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(readable(title))}</rdf:li></rdf:Alt></dc:title>` +
  `<xmp:CreatorTool>${CREATOR_TOOL}</xmp:CreatorTool>` +
  markXml(mark) +
  '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'

/** Characters that XML has no place for, and halves of characters, are left out. */
const readable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
