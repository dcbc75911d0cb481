import { expect, test } from 'vitest'
import { extractText } from '#worker/backend/data/documents/extract.ts'

const MB = 1024 * 1024
const document = (bytes: Uint8Array, name: string) => ({ bytes, name, type: '', charset: null })
const filled = (size: number, byte: string) => new Uint8Array(size).fill(byte.charCodeAt(0))

test.each([
  ['a table of 19 MB', 'a.csv', filled(19 * MB, '"'), 'FILE_TOO_LARGE'],
  ['a text of 6 MB', 'a.txt', filled(6 * MB, 'a'), 'FILE_TOO_LARGE'],
  ['a table of commas', 'a.csv', filled(900_000, ','), 'DOCUMENT_UNREADABLE'],
])('rejects %s before parsing it', async (_, name, bytes, code) => {
  await expect(extractText(document(bytes, name))).rejects.toMatchObject({ code })
})

test('rejects a PDF without an end marker', async () => {
  const junk = filled(18 * MB, 'x')
  junk.set(new TextEncoder().encode('%PDF-1.4\n'))
  await expect(extractText(document(junk, 'a.pdf'))).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' })
  junk.set(new TextEncoder().encode('startxref\n9\n%%EOF'), junk.length - 20)
  await expect(extractText(document(junk, 'a.pdf'))).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' })
})

test('reads a table of 50,000 lines', async () => {
  const table = new TextEncoder().encode('name,number\n'.repeat(50_000))
  expect((await extractText(document(table, 'a.csv'))).split('\n')).toHaveLength(50_000)
})
