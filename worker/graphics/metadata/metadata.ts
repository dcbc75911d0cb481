import { escapeXml } from '../svg.ts'
import { concatBytes } from '#worker/http/concat-bytes.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import { type ArtMetadata, MARK_NAMESPACE, markXml } from './art-metadata.ts'

/** The metadata of a file. */
export type FileMetadata = { title: string; source: ArtSource } & Partial<ArtMetadata>

export const CREATOR_TOOL = 'Fantasy Football Cards'

const NAMESPACE = 'http://ns.adobe.com/xap/1.0/\0'
const APP0 = 0xe0
const APP1 = 0xe1
const START_OF_SCAN = 0xda
const utf8 = new TextEncoder()

/**
 * Adds an XMP packet (title, creator tool, source) to a JPEG, or replaces the one it has. The packet follows the JFIF
 * segment, which must be first. Pixels do not change.
 *
 * @throws if the bytes are not a JPEG
 */
export function withMetadata(jpeg: Uint8Array, about: FileMetadata): Uint8Array<ArrayBuffer> {
  const segments = readSegments(jpeg).filter((segment) => !isXmp(segment))
  const [first] = segments
  const leading = first !== undefined && first[1] === APP0 ? [first] : []
  const others = segments.slice(leading.length)
  const tail = jpeg.subarray(2 + readSegments(jpeg).reduce((length, segment) => length + segment.length, 0))
  return concatBytes([jpeg.subarray(0, 2), ...leading, xmpSegment(createPacket(about)), ...others, tail])
}

/** Returns the XMP packet of a JPEG, or null. */
export function readXmp(jpeg: Uint8Array): string | null {
  const segment = readSegments(jpeg).find(isXmp)
  return segment === undefined ? null : new TextDecoder().decode(segment.subarray(4 + NAMESPACE.length))
}

/** Returns the segments before the scan, with their markers. */
function readSegments(jpeg: Uint8Array): Uint8Array[] {
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
  return concatBytes([Uint8Array.of(0xff, APP1, length >> 8, length & 255), body])
}

/** Creates an XMP packet. */
export const createPacket = ({ title, ...mark }: FileMetadata): string =>
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  `xmlns:ffc="${MARK_NAMESPACE}">` +
  `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(readable(title))}</rdf:li></rdf:Alt></dc:title>` +
  `<xmp:CreatorTool>${CREATOR_TOOL}</xmp:CreatorTool>` +
  markXml(mark) +
  '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'

/** Removes characters that XML does not allow, and lone surrogates. */
const readable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
