/// <reference types="vite/types/importMeta.d.ts" />
import { strToU8, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, putFile, sendJson } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createFakeInternet, page, type Stand } from '../../worker/data/outside.ts'

const BASE = `/api/data/${PROJECT}`
const HOST = 'https://files.example/'

/** Created with an office suite. See make.mjs in the same folder. */
const FILES = import.meta.glob<string>('../../fixtures/documents/*.{docx,pdf,html,xlsx,csv,pptx}', {
  query: '?url&inline',
  import: 'default',
  eager: true,
})
const toBytes = (name: string) =>
  Uint8Array.from(atob(FILES[`../../fixtures/documents/${name}`]!.split(',')[1]!), (letter) => letter.charCodeAt(0))

const REPORT = `Report of the opening game
The visitors won 24 to 17; “a narrow thing”, said the coach from Saint-Étienne.
What counted
Two field goals & a safety
Yards < 300, points > 20
Team	First half	Second half
Visitors	10	14
Read more at the game’s page.`
const SEASON = `Player	Yards	Since	Starter
Núñez, “Rocket”	1204.5	2026-09-13	true
O'Hara	87		false
Total	1291.5`
const PLAYBOOK = `Playbook
Short passes first
Run & gun second

Fourth down
Punt when in doubt
Never from the 1-yard line`

const EXPECTED: Record<string, string> = {
  'report.docx': REPORT,
  'report.html': REPORT,
  'report.pdf': REPORT.replaceAll('\t', ' '),
  'season.xlsx': `Players\n${SEASON}\n\nFixtures\nWeek\tAgainst\n1\tOwls <away>`,
  'season.csv': SEASON.replaceAll(/true|false/g, (word) => word.toUpperCase()),
  'playbook.pptx': `${PLAYBOOK}\n\nAsk the kicker before the game.`,
  'playbook.pdf': PLAYBOOK,
}

/** Removes the spacing that a page puts between lines, and list markers. */
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^[^\p{L}\p{N}]+(?=\p{L})/u, '').trim())
    .filter((line) => line !== '')

beforeAll(freshDatabase)

function open(stands: Record<string, Stand> = {}) {
  const outside = createFakeInternet(stands)
  const app = createTestApp(outside.overrides)
  const read = async (response: Response) => {
    const json = await response.json<{ text: string; chunks: string[]; code: string; message: string }>()
    takeConsole()
    return { status: response.status, ...json }
  }
  return {
    ...outside,
    app,
    fromUrl: async (body: object) =>
      read(await sendJson(app, `${BASE}/extract-from-url`, body, { headers: as.service() })),
    fromBlob: async (file: Blob | null, fields: Record<string, string> = {}) => {
      const form = new FormData()
      if (file !== null) form.set('file', file)
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return read(await app.send(`${BASE}/extract-from-blob`, { method: 'POST', headers: as.service(), body: form }))
    },
  }
}

test.each(Object.entries(EXPECTED))('reads %s as text, uploaded or remote', async (name, expected) => {
  const bytes = toBytes(name)
  const type = name.endsWith('.csv') ? 'text/csv' : name.endsWith('.html') ? 'text/html' : ''
  const { fromUrl, fromBlob } = open({ [HOST + name]: new Response(bytes, { headers: { 'content-type': type } }) })

  const sent = await fromBlob(new Blob([bytes], { type }))
  expect(lines(sent.text)).toEqual(lines(expected))
  expect(await fromUrl({ url: HOST + name })).toEqual(sent)
})

test('reads a stored file from storage', async () => {
  const { app, requests, fromUrl } = open()
  const path = await putFile(app, 'notes/a.md', '# Mine\n\nread', 'text/markdown')
  expect(await fromUrl({ url: `https://cards.example${path}` })).toMatchObject({ text: '# Mine\n\nread' })
  expect(await fromUrl({ url: `https://cards.example${path}x` })).toMatchObject({ code: 'FILE_NOT_FOUND' })
  expect(requests).toEqual([])
})

test('detects a CSV by its name when its type is a spreadsheet’s', async () => {
  const file = new File(['a,b\n1,2'], 'Season.CSV', { type: 'application/vnd.ms-excel' })
  expect(await open().fromBlob(file)).toMatchObject({ status: 200, text: 'a\tb\n1\t2' })
})

describe('chunks', () => {
  const text = 'One sentence that says something. '.repeat(20)
  const file = new Blob([text], { type: 'text/plain' })

  test('splits chunks of the requested size and overlap, given as text or numbers', async () => {
    const { fromUrl, fromBlob } = open({ [`${HOST}a.txt`]: page(text, 'text/plain') })
    const { chunks } = await fromBlob(file, { chunking: 'true', chunkSize: '100', chunkOverlap: '40' })
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(100)
    expect(chunks.length).toBeGreaterThan(8)
    const found = await fromUrl({ url: `${HOST}a.txt`, chunking: true, chunkSize: 100, chunkOverlap: 40 })
    expect(found.chunks).toEqual(chunks)
    expect(await fromBlob(file, { chunking: 'true' })).toMatchObject({ chunks: [expect.any(String)] })
    expect(await fromBlob(file, { chunking: 'false' })).toMatchObject({ text: text.trim() })
  })

  test.each([
    [{ chunking: 'perhaps' }],
    [{ chunkSize: '0' }],
    [{ chunkSize: '1e9' }],
    [{ chunkSize: '100', chunkOverlap: '51' }],
    [{ chunkSize: 'many' }],
  ])('rejects chunks of %o', async (fields) => {
    expect(await open().fromBlob(file, fields as Record<string, string>)).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    })
  })
})

describe('unreadable documents', () => {
  test('explains how to send a document when it arrives as JSON', async () => {
    const { app } = open()
    for (const body of [{}, { file: 'x' }]) {
      const response = await sendJson(app, `${BASE}/extract-from-blob`, body, { headers: as.service() })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'FILE_MISSING', error: 'Send the document as multipart/form-data in a field named file.' },
      ])
    }
    expect(await open().fromBlob(null, { chunking: 'true' })).toMatchObject({ status: 400, code: 'FILE_MISSING' })
  })

  const sheet = (cells: string) =>
    zipSync({
      ...Object.fromEntries(Object.entries(SHEETS).map(([name, xml]) => [name, strToU8(xml)])),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${cells}</sheetData></worksheet>`),
    })
  const SHEETS = { 'xl/workbook.xml': '<workbook><sheets/></workbook>' }
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(80 * 1024 * 1024) }, { level: 6 })

  test.each<[string, Uint8Array<ArrayBuffer> | string, string, number, string]>([
    ['an image', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), 'image/png', 415, 'DOCUMENT_UNSUPPORTED'],
    [
      'an older document',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
      'application/msword',
      415,
      'DOCUMENT_UNSUPPORTED',
    ],
    ['another archive', zipSync({ 'a.txt': strToU8('x') }), 'application/zip', 415, 'DOCUMENT_UNSUPPORTED'],
    ['a cut-off PDF', '%PDF-1.7\n1 0 obj', 'application/pdf', 422, 'DOCUMENT_UNREADABLE'],
    ['a cut-off archive', toBytes('report.docx').slice(0, 3000), '', 422, 'DOCUMENT_UNREADABLE'],
    ['an empty document', zipSync({ 'word/document.xml': strToU8('<a>') }), '', 422, 'DOCUMENT_UNREADABLE'],
    ['a bomb', bomb, '', 422, 'DOCUMENT_UNREADABLE'],
    [
      'a sheet with a single cell in its last corner',
      sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      '',
      422,
      'DOCUMENT_UNREADABLE',
    ],
    [
      'a sheet with an escaped cell reference',
      sheet('<row><c r="&#88;FD1"><v>1</v></c></row>'),
      '',
      422,
      'DOCUMENT_UNREADABLE',
    ],
    ['a deeply nested page', '<div>'.repeat(5000), 'text/html', 422, 'DOCUMENT_UNREADABLE'],
  ])('reports %s as unreadable', async (_, content, type, status, code) => {
    expect(await open().fromBlob(new Blob([content], { type }))).toMatchObject({ status, code })
  })

  test('rejects a document that is too large', async () => {
    const file = new Blob([new Uint8Array(20 * 1024 * 1024 + 1)])
    expect(await open().fromBlob(file)).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE' })
  })

  test('reads an empty document as an empty text', async () => {
    expect(await open().fromBlob(new Blob([]))).toEqual({ status: 200, text: '' })
  })
})
