import { concatBytes } from '#worker/http/concat-bytes.ts'
import { type FileMetadata, createPacket } from '#worker/graphics/metadata/metadata.ts'

/** An object of a PDF: its text, or a stream after its dictionary. */
export type Part = string | readonly [head: string, body: Uint8Array, foot: string]

const ascii = new TextEncoder()

/** @param entries the stream's dictionary, except its length */
export const toStream = (entries: string, body: Uint8Array | string): Part => {
  const bytes = typeof body === 'string' ? ascii.encode(body) : body
  return [`<< ${entries} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream']
}

/** Returns a file's XMP packet as an object. */
export const toMetadata = (about: FileMetadata): Part => toStream('/Type /Metadata /Subtype /XML', createPacket(about))

/** Returns a file's title and creator as an object. */
export const toInfo = (title: string): Part =>
  `<< /Title ${toHexText(title)} /Creator ${toHexText('Fantasy Football Cards')} >>`

/**
 * Creates a file from its objects, numbered from 1, and a cross-reference table. The first object is the catalog, and
 * the last one describes the file. The format is PDF 1.4 (reference of 2001).
 */
export function createFile(objects: readonly Part[]): Uint8Array<ArrayBuffer> {
  // Four bytes above 127 tell programs that transfer the file that it is binary (PDF 32000-1, 7.5.2).
  const head = Uint8Array.of(...ascii.encode('%PDF-1.4\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a)
  const parts: Uint8Array[] = [head]
  let at = head.length
  const add = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? ascii.encode(part) : part
    parts.push(bytes)
    at += bytes.length
  }
  const starts = objects.map((object, i) => {
    const start = at
    add(`${i + 1} 0 obj\n`)
    for (const part of typeof object === 'string' ? [object] : object) add(part)
    add('\nendobj\n')
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const [size, tableAt] = [objects.length + 1, at]
  add(`xref\n0 ${size}\n0000000000 65535 f \n${table}`)
  add(`trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`)
  return concatBytes(parts)
}

/** Encodes text as hexadecimal UTF-16, so that no character can end the string. */
function toHexText(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0'))
  return `<feff${units.join('')}>`
}
