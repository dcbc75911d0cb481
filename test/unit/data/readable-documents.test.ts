import { readFileSync } from 'node:fs'
import { strToU8, zipSync, zlibSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { extractText } from '#worker/backend/data/documents/extract.ts'
import { requireSmallPdf } from '#worker/backend/data/documents/pdf-size.ts'

const read = (bytes: Uint8Array, type = '', name = '') => extractText({ bytes, type, name, charset: null })
const fixture = (name: string) => Uint8Array.from(readFileSync(`test/fixtures/documents/pdf/${name}`))
const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const hex = (bytes: Uint8Array) => `${Buffer.from(bytes).toString('hex')}>`

function ascii85(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const group = [...bytes.subarray(at, at + 4)]
    let number = [...group, 0, 0, 0].slice(0, 4).reduce((sum, byte) => sum * 256 + byte, 0)
    let letters = ''
    for (let i = 0; i < 5; i++, number = Math.floor(number / 85))
      letters = String.fromCharCode((number % 85) + 33) + letters
    text += letters.slice(0, group.length + 1)
  }
  return `${text}~>`
}

/** A one-page document whose content uses these filters. */
function createPdf(filters: string, content: string): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</T 5 0 R>>>>>>',
    `<</Length ${content.length}/Filter ${filters}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')
  return toBytes(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF\n`)
}

const CONTENT = strToU8('BT /T 12 Tf 20 20 Td (Twelve points) Tj ET')
const FLATE = zlibSync(CONTENT)

describe('PDFs', () => {
  test('reads a PDF by ReportLab', async () => {
    expect(await read(fixture('reportlab.pdf'))).toMatch(/\w/)
  })

  test.each([
    ['[/ASCII85Decode /FlateDecode]', ascii85(FLATE)],
    ['[/ASCIIHexDecode /FlateDecode]', hex(FLATE)],
    ['[ /AHx /A85 /Fl ]', hex(toBytes(ascii85(FLATE)))],
    ['/ASCII85Decode', ascii85(CONTENT)],
    ['[/ASCIIHexDecode]', hex(CONTENT)],
    ['[/FlateDecode]', latin1(FLATE)],
  ])('reads content with the filters %s', async (filters, content) => {
    expect(await read(createPdf(filters, content))).toBe('Twelve points')
  })

  test.each([
    ['[/ASCII85Decode /FlateDecode]', ascii85],
    ['[/AHx/Fl]', hex],
    ['[/AHx/A85/Fl]', (bytes: Uint8Array) => hex(toBytes(ascii85(bytes)))],
  ])('rejects 30 MB with the filters %s before they are decoded', (filters, written) => {
    const bomb = createPdf(filters, written(zlibSync(new Uint8Array(30 * 1024 * 1024), { level: 9 })))
    expect(() => requireSmallPdf(bomb)).toThrow(expect.objectContaining({ code: 'DOCUMENT_UNREADABLE' }))
  })

  test.each(['rc4-40', 'rc4-128', 'aes-128', 'aes-256', 'aes-256-r6'])(
    'reads a PDF (%s) with an empty user password',
    async (name) => {
      expect(await read(fixture(`${name}.pdf`))).toBe('The kicker earned 12 points.\n\nSecond page.')
    },
  )

  test.each(['aes-128', 'aes-256'])('reports that a PDF (%s) needs a password', async (name) => {
    await expect(read(fixture(`${name}-locked.pdf`))).rejects.toMatchObject({
      code: 'DOCUMENT_UNREADABLE',
      message: expect.stringContaining('protected with a password') as string,
    })
  })

  test('rejects an encrypted stream with an ambiguous object number', () => {
    const text = latin1(fixture('rc4-128.pdf'))
    const doubtful = text.replace(/(\d+ 0 obj\n<<)(?=[^>]*FlateDecode)/, '$1/X (\nendobj\n7 0 obj\n<<)')
    expect(doubtful).not.toBe(text)
    expect(() => requireSmallPdf(toBytes(doubtful))).toThrow(expect.objectContaining({ code: 'DOCUMENT_UNREADABLE' }))
  })
})

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
const packed = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))

const WORDS = (text: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`

describe('office documents', () => {
  test.each([
    ['Word Online: word/document2.xml', '/word/document2.xml', 'word/document2.xml'],
    ['a folder of its own', 'text/main.xml', 'text/main.xml'],
    ['different case from its relationship', 'Word/Document.xml', 'word/document.xml'],
  ])('finds a Word document by its relationships: %s', async (_, target, path) => {
    const archive = packed({ '_rels/.rels': relations(['r1', 'officeDocument', target]), [path]: WORDS('Straße') })
    expect(await read(archive)).toBe('Straße')
  })

  test('reads a workbook whose parts have other names', async () => {
    const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    const archive = packed({
      '_rels/.rels': relations(['r1', 'officeDocument', '/book/workbook9.xml']),
      'book/workbook9.xml': `<workbook ${main} xmlns:r="${TYPES}"><sheets><sheet name="Plays" sheetId="1" r:id="r7"/></sheets></workbook>`,
      'book/_rels/workbook9.xml.rels': relations(
        ['r7', 'worksheet', '../data/first.xml'],
        ['r8', 'sharedStrings', './strings.xml'],
      ),
      'book/strings.xml': `<sst ${main}><si><t>Punt</t></si></sst>`,
      'data/first.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>4</v></c></row></sheetData></worksheet>`,
    })
    expect(await read(archive)).toBe('Plays\nPunt\t4')
  })

  test('counts the cells of a sheet in any folder before expanding them', async () => {
    const archive = packed({
      '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `<workbook xmlns:r="${TYPES}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(['r1', 'worksheet', '../elsewhere/s.xml']),
      'elsewhere/s.xml': '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"/></row></sheetData></worksheet>',
    })
    await expect(read(archive)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' })
  })

  test('reads slides of a presentation with another name', async () => {
    const archive = packed({
      '_rels/.rels': relations(['r1', 'officeDocument', 'ppt/presentation2.xml']),
      'ppt/presentation2.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation2.xml.rels': relations(['r1', 'slide', 'slides/first.xml']),
      'ppt/slides/first.xml': '<p:sld><a:p><a:r><a:t>Blitz</a:t></a:r></a:p></p:sld>',
    })
    expect(await read(archive)).toBe('Blitz')
  })

  test('reports that an archive needs a password', async () => {
    const archive = packed({ 'word/document.xml': WORDS('x') })
    archive[6]! |= 1
    await expect(read(archive)).rejects.toMatchObject({ message: expect.stringContaining('password') as string })
  })

  test('reports that a Word document needs a password', async () => {
    const bytes = new Uint8Array(2048)
    bytes.set(toBytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))
    const view = new DataView(bytes.buffer)
    view.setUint16(30, 9, true)
    view.setUint32(48, 1, true)
    bytes.set(toBytes([...'EncryptedPackage'].join('\0')), 1024 + 128)
    await expect(
      read(bytes, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
    ).rejects.toMatchObject({ message: expect.stringContaining('password') as string })
  })
})
