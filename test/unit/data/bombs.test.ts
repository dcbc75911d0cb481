import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { extractText } from '#worker/backend/data/documents/extract.ts'

const parsers = vi.hoisted(() => ({ docx: vi.fn(), sheets: vi.fn(), slides: vi.fn() }))
vi.mock('mammoth', async (original) => {
  const { default: mammoth } = await original<{ default: { convertToHtml(...all: unknown[]): unknown } }>()
  parsers.docx.mockImplementation((...all) => mammoth.convertToHtml(...all))
  return { default: { ...mammoth, convertToHtml: parsers.docx } }
})
vi.mock('read-excel-file/universal', async (original) => {
  const { default: read } = await original<{ default: (...all: unknown[]) => unknown }>()
  parsers.sheets.mockImplementation(read)
  return { default: parsers.sheets }
})
vi.mock('fast-xml-parser', async (original) => {
  const { XMLParser } = await original<typeof import('fast-xml-parser')>()
  class Watched extends XMLParser {
    override parse(xml: string): unknown {
      parsers.slides()
      return super.parse(xml)
    }
  }
  return { XMLParser: Watched }
})

const MB = 1024 * 1024
const packed = (parts: Record<string, string>): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
const read = (bytes: Uint8Array<ArrayBuffer>) => extractText({ bytes, type: '', name: '', charset: null })
const full = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length))

const WORD = 'word/document.xml'
const DECK = 'ppt/presentation.xml'
const BOOK = 'xl/workbook.xml'

beforeEach(() => vi.clearAllMocks())

describe('decompression bombs', () => {
  test.each<[string, Record<string, string>]>([
    ['a document of a million elements', { [WORD]: `<w:document>${full('<a/>', 4 * MB - 100)}</w:document>` }],
    ['a document of a million closed elements', { [WORD]: `<w:document>${full('<a></a>', MB)}</w:document>` }],
    ['an element of half a million attributes', { [WORD]: `<a ${full("b='' ", 3 * MB)}/>` }],
    ['a document of five megabytes of text', { [WORD]: `<a>${full('word ', 5 * MB)}</a>` }],
    [
      'parts that are too large in total',
      { [WORD]: '<a/>', ...Object.fromEntries([1, 2, 3].map((n) => [`word/${n}.xml`, full('text', 3 * MB)])) },
    ],
    ['slides of a million elements', { [DECK]: '<a/>', 'ppt/slides/slide1.xml': full('<a:p/>', 8 * MB) }],
    ['a workbook of a million cells', { [BOOK]: '<a/>', 'xl/worksheets/sheet1.xml': full('<c/>', 4 * MB - 8) }],
    [
      'a document that references a long footnote thousands of times',
      {
        [WORD]: full('<w:footnoteReference w:id="1"/>', 31_000),
        'word/other.xml': `<w:footnotes><w:footnote w:id="1">${full('note ', MB)}</w:footnote></w:footnotes>`,
      },
    ],
  ])('rejects a document before any parser reads it: %s', async (_, parts) => {
    const bytes = packed(parts)
    expect(bytes.length).toBeLessThan(50_000)
    await expect(read(bytes)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE', status: 422 })
    for (const parse of Object.values(parsers)) expect(parse).not.toHaveBeenCalled()
  })
})

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
const relations = (kind: string, targets: readonly string[]) =>
  `<Relationships>${targets.map((target, n) => `<Relationship Id="r${n}" Type="${RELATIONS}/${kind}" Target="${target}"/>`).join('')}</Relationships>`

test('reads a slide and its notes once, however often they are referenced', async () => {
  const text = full('long ', 100_000).trim()
  const bytes = packed({
    [DECK]: `<p:presentation>${full('<p:sldId r:id="r0"/><p:sldId r:id="r1"/>', 40_000)}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations('slide', ['slides/a.xml', 'slides/b.xml']),
    'ppt/slides/a.xml': slide('First'),
    'ppt/slides/b.xml': slide('Second'),
    'ppt/slides/_rels/a.xml.rels': relations('notesSlide', ['../notes/n.xml']),
    'ppt/slides/_rels/b.xml.rels': relations('notesSlide', ['../notes/n.xml']),
    'ppt/notes/n.xml': slide(text),
  })
  expect(await read(bytes)).toBe(`First\n\n${text}\n\nSecond`)
  expect(parsers.slides.mock.calls.length).toBeLessThan(10)
})

test('leaves images in a document compressed', async () => {
  const picture = new Uint8Array(12 * MB)
  const bytes = zipSync({ 'media/picture.png': picture, [DECK]: strToU8('<a/>') })
  expect(await read(bytes)).toBe('')
})

test('rejects a workbook whose cells all reference one long string before expanding it', async () => {
  const xml = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const bytes = packed({
    '[Content_Types].xml': '<Types/>',
    [BOOK]: `<workbook xmlns="${xml}" xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', ['worksheets/sheet1.xml']),
    'xl/sharedStrings.xml': `<sst xmlns="${xml}"><si><t>${full('long ', 3 * MB)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${xml}"><sheetData>${full('<row><c t="s"><v>0</v></c></row>', 300_000)}</sheetData></worksheet>`,
  })
  await expect(read(bytes)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' })
})

describe('CSV files', () => {
  const csv = (text: string) =>
    extractText({ bytes: new TextEncoder().encode(text), type: 'text/csv', name: '', charset: null })

  test.each([
    ['rows', 'a\n'.repeat(300_000)],
    ['cells in one row', 'a,'.repeat(300_000)],
    ['empty lines', `a,b\n${'\n'.repeat(300_000)}`],
  ])('rejects CSV of 300,000 %s', async (_, text) => {
    await expect(csv(text)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' })
  })

  test('reads thousands of CSV rows to the last', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => [`row ${i}`, `"${i},${i}"`])
    const lines = (await csv(rows.map((row) => row.join(',')).join('\r\n\r\n'))).split('\n')
    expect(lines).toHaveLength(2500)
    expect([lines[999], lines[1000], lines[2499]]).toEqual([
      'row 999\t999,999',
      'row 1000\t1000,1000',
      'row 2499\t2499,2499',
    ])
  })
})
