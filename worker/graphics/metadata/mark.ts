import { DrawnFinish } from '#shared/domain/finish.ts'
import type { Making } from '#shared/domain/making.ts'
import { Source } from '#shared/domain/making-schema.ts'
import { Notice } from '#shared/domain/notices.ts'
import { SOURCE_TYPES, UNSAID } from './source-type.ts'

/**
 * The provenance in the XMP packet of art: IPTC's digital source type, and in a namespace of our own the finish
 * of our artist and what is wrong with the photo. Everything that is said later of a card (row, page, head tags,
 * linked data, the metadata of its files) is read from here, never from today's settings.
 */
export type Mark = Making & { readonly notices: readonly Notice[] }

export const MARK_NAMESPACE = 'urn:fantasy-football-cards:art:1'

/** The properties of a mark, for the packet of a file. */
export const markXml = ({ source, finish = null, notices = [] }: { source: Source } & Partial<Mark>): string =>
  `<Iptc4xmpExt:DigitalSourceType>${SOURCE_TYPES[source]}</Iptc4xmpExt:DigitalSourceType>` +
  (finish === null ? '' : `<ffc:Finish>${finish}</ffc:Finish>`) +
  (notices.length === 0
    ? ''
    : `<ffc:Notices><rdf:Bag>${notices.map((code) => `<rdf:li>${code}</rdf:li>`).join('')}</rdf:Bag></ffc:Notices>`)

/** The mark of a file of whatever kind: a packet is plain text in all of them. Without one it is another engine's. */
export function markOf(file: Uint8Array): Mark {
  const packet = packetIn(file)
  const source = Source.options.find((name) => packet.includes(`>${SOURCE_TYPES[name]}<`)) ?? UNSAID
  const finish = DrawnFinish.safeParse(/<ffc:Finish>([a-z]+)<\/ffc:Finish>/.exec(packet)?.[1])
  const listed = /<ffc:Notices>(.*?)<\/ffc:Notices>/s.exec(packet)?.[1] ?? ''
  const notices = Array.from(listed.matchAll(/<rdf:li>([a-z-]+)<\/rdf:li>/g), ([, code]) => Notice.safeParse(code).data)
  return {
    source,
    finish: finish.success && packet.includes(MARK_NAMESPACE) ? finish.data : null,
    notices: notices.filter((code) => code !== undefined),
  }
}

function packetIn(file: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(file)
  const start = text.indexOf('<x:xmpmeta')
  const end = text.indexOf('</x:xmpmeta>', start)
  return start === -1 || end === -1 ? '' : text.slice(start, end)
}
