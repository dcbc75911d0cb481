import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { as, PROJECT, putFile, listStoredKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { MiB } from '../../support/form-stream.ts'
import { portraitBytes } from '../../support/portrait.ts'

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

const bytes = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)!)
const SCRIPT = '<script>alert(document.cookie)</script>'

/** Uploads with the service key. @returns the path where the file is served */
const store = (path: string, content: Uint8Array<ArrayBuffer>, type: string): Promise<string> =>
  putFile(app, path, content, type)

/** The first bytes of files, with the resulting extension and type. */
const SIGNATURES = [
  ['jpg', 'image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
  ['png', 'image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['gif', 'image/gif', 'GIF89a\x01\0\x01\0'],
  ['webp', 'image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['bmp', 'image/bmp', 'BM\x46\0\0\0\0\0\0\0\x36\0'],
  ['tiff', 'image/tiff', 'II*\0\x08\0\0\0'],
  ['tiff', 'image/tiff', 'MM\0*\0\0\0\x08'],
  ['pdf', 'application/pdf', '%PDF-1.7\n'],
  ['html', 'application/zip', 'PK\x03\x04\x14\0'],
  ['html', 'application/msword', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['mp3', 'audio/mpeg', 'ID3\x03\0'],
  ['mp3', 'audio/mpeg', '\xff\xfb\x90\0'],
  ['flac', 'audio/flac', 'fLaC\0\0\0"'],
  ['ogg', 'audio/ogg', 'OggS\0\x02'],
  ['mp4', 'video/mp4', '\0\0\0\x20ftypisom'],
  ['webm', 'video/webm', '\x1a\x45\xdf\xa3\x9f'],
  ['wav', 'audio/wav', 'RIFF\x24\0\0\0WAVEfmt '],
] as const

const TABLE = 'name,votes\nAce,7\n'
/** Files without a signature: path, stated type, content, then the resulting name and type. */
const TEXTS = [
  ['text without a type', 'notes', '', 'Ace of Green Bay', 'notes', 'text/plain'],
  ['text that starts like a bitmap', 'cars', '', 'BMW and others', 'cars', 'text/plain'],
  ['text in many scripts', 'a.log', '', '日本 🏈\tünï\r\n', 'a.log', 'text/plain'],
  ['text after a byte order mark', 'a', '', '\ufeffwords', 'a', 'text/plain'],
  ['text stated as plain', 'a.html', 'text/plain;charset=utf-8', 'words', 'a.html', 'text/plain'],
  ['text named like an image', 'a.jpg', '', 'words', 'a.jpg', 'text/plain'],
  ['a table by its name', 'a.CSV', '', TABLE, 'a.CSV', 'text/csv'],
  ['a table by its stated type', 'a', 'text/csv', TABLE, 'a', 'text/csv'],
  ['a table of a spreadsheet', 'a.csv', 'text/csv', `\ufeff${TABLE}`, 'a.csv', 'text/csv'],
  ['a table without extension and type', 'a', '', TABLE, 'a', 'text/plain'],
  ['JSON without a type', 'a', '', '{"votes":[1,2]}', 'a', 'application/json'],
  ['JSON by its stated type', 'a.txt', 'application/json', ' [1]', 'a.txt', 'application/json'],
  ['JSON stated as plain', 'a', 'text/plain', '{"votes":1}', 'a', 'text/plain'],
  ['broken JSON', 'a.json', 'application/json', '{"votes":', 'a.json', 'text/plain'],
  ['Markdown by its name', 'README.md', '', '# Cards\n', 'README.md', 'text/markdown'],
  ['Markdown by its stated type', 'a', 'text/markdown', '<p align="center">Cards</p>', 'a', 'text/markdown'],
  ['text stated as an image', 'a.png', 'image/png', 'words', 'a.png', 'application/octet-stream'],
  ['bytes stated as text', 'a.txt', 'text/plain', 'words\0', 'a.txt', 'application/octet-stream'],
  ['HTML stated as text', 'a.txt', 'text/plain', ' \n<!DOCTYPE html>', 'a.txt', 'application/octet-stream'],
  ['HTML without a type', 'a.txt', '', '<html>', 'a.txt', 'application/octet-stream'],
  ['an SVG stated as a table', 'a.csv', 'text/csv', '<svg/>', 'a.csv', 'application/octet-stream'],
  ['a script', 'a.js', 'text/javascript', 'alert(1)', 'a.js', 'application/octet-stream'],
  ['an empty file', 'a', '', '', 'a', 'text/plain'],
] as const

describe('file type detection', () => {
  it('detects the type of a file by its signature, whatever its name and stated type', async () => {
    const found = []
    for (const [i, [, , start]] of SIGNATURES.entries()) {
      const path = await store(`v1.${i}/thing.html`, bytes(`${start}${SCRIPT}`), 'text/html')
      const { headers } = await app.send(path, { method: 'HEAD' })
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
      found.push([path.slice(`/storage/${PROJECT}/v1.${i}/thing.`.length), headers.get('content-type'), start])
    }
    expect(found).toEqual(SIGNATURES)
    const keys = SIGNATURES.map(([extension], i) => `v1.${i}/thing.${extension}`)
    expect(await listStoredKeys()).toEqual(keys.toSorted())
  })

  it('detects the type of a large file too', async () => {
    const content = new Uint8Array(2 * MiB)
    content.set(bytes('\x89PNG\r\n\x1a\n'))
    const path = await store('art', content, 'text/html')
    expect(path).toBe(`/storage/${PROJECT}/art.png`)
    const { headers } = await app.send(path, { method: 'HEAD' })
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual(['image/png', String(2 * MiB)])
  })

  it('detects the type of a file without a signature by its content', async () => {
    const found = []
    for (const [i, [what, path, stated, content]] of TEXTS.entries()) {
      const at = await putFile(app, `${i}/${path}`, content, stated)
      const served = await app.send(at)
      const name = at.slice(`/storage/${PROJECT}/${i}/`.length)
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-disposition': `attachment; filename*=UTF-8''${name}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(new TextEncoder().encode(content))
      found.push([what, path, stated, content, name, served.headers.get('content-type')])
    }
    expect(found).toEqual(TEXTS)
  })

  it('detects the type of a file too large to hold in memory', async () => {
    for (const [i, [stated, content, type]] of (
      [
        ['', `[${'{"votes":1},'.repeat(800_000)}1]`, 'application/json'],
        ['text/plain', '\0'.repeat(9_000_000), 'application/octet-stream'],
      ] as const
    ).entries()) {
      expect(content.length).toBeGreaterThan(8 * MiB)
      const served = await app.send(await putFile(app, `large-${i}`, content, stated), { method: 'HEAD' })
      expect(served.headers.get('content-type')).toBe(type)
    }
  })

  it('stores nothing when the path is too long with its extension', async () => {
    const file = { file: new Blob([portraitBytes()]), path: 'x'.repeat(510), headers: as.service() }
    const refused = await upload(app, file)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ details: [{ path: 'path' }] })
    expect(await listStoredKeys()).toEqual([])
  })

  it('rejects a path that is taken once its extension is corrected', async () => {
    await store('a.jpg', portraitBytes(), 'image/jpeg')
    const again = { file: new Blob([portraitBytes()]), path: 'a.png', headers: as.service() }
    expect((await upload(app, again)).status).toBe(409)
  })
})

const PAGE = `<!doctype html><html><body>${SCRIPT}</body></html>`
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const STYLED = '<?xml version="1.0"?><?xml-stylesheet href="a.xsl" type="text/xsl"?><x/>'

const HOSTILE: readonly (readonly [name: string, type: string, content: string])[] = [
  ['page.html', 'text/html', PAGE],
  ['page.htm', 'text/html;charset=utf-7', PAGE],
  ['page.xhtml', 'application/xhtml+xml', PAGE],
  ['page.jpg', 'text/html', PAGE],
  ['page.png', 'image/png', PAGE],
  ['drawing.svg', 'image/svg+xml', DRAWING],
  ['drawing.png', 'IMAGE/SVG+XML', DRAWING],
  ['feed.xml', 'text/xml', STYLED],
  ['feed.xml', 'application/xml', STYLED],
  ['code.js', 'text/javascript', 'alert(1)'],
  ['worker.mjs', 'application/javascript', 'self.onfetch = alert'],
  ['style.css', 'text/css', '*{background:url(//evil.example)}'],
  ['mail.mht', 'multipart/related', PAGE],
  ['app.webmanifest', 'application/manifest+json', '{}'],
  ['cache.appcache', 'text/cache-manifest', 'CACHE MANIFEST'],
  ['movie.swf', 'application/x-shockwave-flash', 'FWS'],
  ['code.wasm', 'application/wasm', '\0asm'],
  ['unknown', '', PAGE],
  ['unknown', 'x/y\r\nset-cookie: a=b', PAGE],
]

const SANDBOXED = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Returns the response headers that would let a browser execute the content. */
async function findDangers(path: string): Promise<string[]> {
  const dangers: string[] = []
  for (const query of ['', '?filename=a.html', '?filename=a.jpg']) {
    const served = await app.send(path + query)
    const headers = Object.fromEntries(served.headers)
    for (const [name, value] of Object.entries({ 'content-type': 'application/octet-stream', ...SANDBOXED }))
      if (headers[name] !== value) dangers.push(`${path}${query} ${name}: ${headers[name]}`)
    if (!/^attachment; filename\*=UTF-8''[\w.%-]+$/.test(headers['content-disposition'] ?? ''))
      dangers.push(`${path}${query} inline`)
    if (headers['access-control-allow-origin'] === 'null') dangers.push(`${path}${query} for null`)
    if (served.headers.has('set-cookie')) dangers.push(`${path}${query} with a cookie`)
    await served.arrayBuffer()
  }
  return dangers
}

describe('hostile files', () => {
  it('serves every uploaded file so that nothing in it runs on this origin', async () => {
    const dangers: string[] = []
    for (const [i, [name, type, content]] of HOSTILE.entries())
      dangers.push(...(await findDangers(await store(`${i}/${name}`, bytes(content), type))))
    expect(dangers).toEqual([])
  })

  it('serves files stored with a dangerous type so that nothing in them runs', async () => {
    const dangers: string[] = []
    // HTML served as an image only fails to render, so that one mismatch is harmless.
    for (const [i, [name, contentType, content]] of HOSTILE.filter(([, type]) => type !== 'image/png').entries()) {
      await testEnv().FILES.put(`${i}/${name}`, content, { httpMetadata: { contentType } })
      dangers.push(...(await findDangers(`/storage/${PROJECT}/${i}/${name}`)))
    }
    expect(dangers).toEqual([])
  })

  it('serves images that contain code as images', async () => {
    for (const [extension, type, content] of [
      ['gif', 'image/gif', 'GIF89a/*\0\0*/=1;alert(1)//'],
      ['jpg', 'image/jpeg', `\xff\xd8\xff\xfe\0\x40${PAGE}`],
      ['png', 'image/png', `\x89PNG\r\n\x1a\n${DRAWING}`],
    ] as const) {
      const path = await store(`x/${extension}.html`, bytes(content), 'text/html')
      expect(path).toBe(`/storage/${PROJECT}/x/${extension}.${extension}`)
      const served = await app.send(path)
      expect(Object.fromEntries(served.headers)).toMatchObject({ ...SANDBOXED, 'content-type': type })
      await served.arrayBuffer()
    }
  })

  it('serves text, PDFs and videos that contain code as downloads', async () => {
    for (const [type, content] of [
      ['application/octet-stream', `\xef\xbb\xbf${PAGE}`],
      ['application/pdf', '%PDF-1.7\n/OpenAction << /S /JavaScript >>'],
      ['video/mp4', `\0\0\0\x20ftypisom${PAGE}`],
    ] as const) {
      const served = await app.send(await store(`y/${type.replace('/', '-')}.html`, bytes(content), 'text/html'))
      expect(Object.fromEntries(served.headers)).toMatchObject({ ...SANDBOXED, 'content-type': type })
      expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
      await served.arrayBuffer()
    }
  })
})
