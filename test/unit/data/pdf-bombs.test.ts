import { readFileSync } from 'node:fs'
import { strToU8, zlibSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { pdfText } from '#worker/backend/data/documents/pdf.ts'
import { hasOddPacking } from '#worker/backend/data/documents/pdf-packing.ts'
import { requireSmallPdf } from '#worker/backend/data/documents/pdf-size.ts'

const MB = 1024 * 1024
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const zlib = (bytes: Uint8Array) => latin1(zlibSync(bytes, { level: 9 }))
const stream = (dictionary: string, data: string, end = '\nendstream') =>
  `1 0 obj <<${dictionary}>> stream\n${data}${end}\n`
const pdf = (...parts: readonly string[]) => Uint8Array.from(`%PDF-1.7\n${parts.join('')}`, (c) => c.charCodeAt(0))
const zeros = zlib(new Uint8Array(9 * MB))
const FLATE = '/Filter /FlateDecode'

describe('PDF bombs', () => {
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['27 MB of streams in 27 KB', pdf(stream(FLATE, zeros), stream(FLATE, zeros), stream(FLATE, zeros))],
    ['a stream with a false end marker', pdf(stream(FLATE, `${zeros.slice(0, 500)}endstream${zeros}`))],
    ['a stream with a damaged end', pdf(stream(FLATE, zlib(new Uint8Array(30 * MB)).slice(0, -200)))],
    ['a doubly compressed stream', pdf(stream('/Filter [/FlateDecode /FlateDecode]', zlib(strToU8(zeros))))],
    ['an escaped filter name', pdf(stream('/Fi#6cter [/Flat#65Decode/LZWDecode]', 'x'))],
    ['a filter after a comment', pdf(stream('/Filter %x\n[%y]\n/LZWDecode /FlateDecode]', 'x'))],
    ['an abbreviated filter', pdf(stream('/F[/AHx/Fl]', 'x'))],
    ['an indirect filter', pdf(stream('/Filter 5 0 R', 'x'))],
    ['rows of a billion columns', pdf(stream(`${FLATE} /DecodeParms <</Predictor 12 /Columns 1000000000>>`, 'x'))],
    ['unknown encryption', pdf('trailer <</Encrypt 3 0 R>>')],
  ])('rejects a large PDF before parsing: %s', (_, bytes) => {
    expect(bytes.length).toBeLessThan(100_000)
    expect(() => requireSmallPdf(bytes)).toThrow(expect.objectContaining({ code: 'DOCUMENT_UNREADABLE' }))
  })
})

test.each(['report.pdf', 'playbook.pdf'])('accepts %s from an office suite', (name) => {
  const bytes = Uint8Array.from(readFileSync(`test/fixtures/documents/${name}`))
  expect(() => requireSmallPdf(bytes)).not.toThrow()
})

test.each([FLATE, '/Filter[/FlateDecode]', '/Filter [ /FlateDecode /DCTDecode ]', '/Filter/DCTDecode', '/F 4', ''])(
  'accepts a small stream with %o',
  (dictionary) => expect(() => requireSmallPdf(pdf(stream(dictionary, zlib(strToU8('BT ET')))))).not.toThrow(),
)

test.each([
  ['spaces in a list', `/Filter [${' '.repeat(MB)}x`],
  ['spaces after a name', `/F ${' '.repeat(MB)}x`],
  ['digits', `/F ${'1'.repeat(MB)}x`],
  ['keys in one comment', '/F %'.repeat(MB / 4)],
  ['a comment on every line', `/F\n${'%/F\n'.repeat(MB / 4)}`],
  ['comments with many keys', `/F %${'/F %/F %/F %\n'.repeat(MB / 12)}`],
])('checks a megabyte of %s quickly', { timeout: 20_000 }, (_, text) => {
  const began = process.cpuUsage().user
  expect(hasOddPacking(text)).toBe(text.startsWith('/Filter'))
  expect(process.cpuUsage().user - began).toBeLessThan(2_000_000)
})

/** A page whose forms each invoke the next one ten times. */
function echoing(depth: number): Uint8Array<ArrayBuffer> {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 999999 99]/Contents 4 0 R/Resources<</XObject<</X 6 0 R>>/Font<</T 5 0 R>>>>>>',
    '<</Length 5>>stream\n/X Do\nendstream',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  for (let n = 0; n < depth; n++) {
    const content = n === depth - 1 ? `BT /T 9 Tf (${'word '.repeat(200)}) Tj ET` : '/X Do '.repeat(10)
    const resources = `<</XObject<</X ${7 + n} 0 R>>/Font<</T 5 0 R>>>>`
    const head = `<</Type/XObject/Subtype/Form/BBox[0 0 999999 99]/Resources${resources}/Length ${content.length}>>`
    objects.push(`${head}stream\n${content}\nendstream`)
  }
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  return pdf(`${body}trailer\n<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF\n`)
}

test('limits the text of a page that repeats itself', async () => {
  expect(await pdfText(echoing(1))).toContain('word word')
  await expect(pdfText(echoing(3), 50_000)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' })
})
