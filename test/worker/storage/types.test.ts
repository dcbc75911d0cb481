import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, putFile, storedKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { MiB } from '../../support/form-stream.ts'
import { portraitBytes } from '../../support/portrait.ts'

beforeEach(freshDatabase)

const bytes = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)!)
const SCRIPT = '<script>alert(document.cookie)</script>'

/** Uploads with the service key. @returns where the file is served */
const stored = (path: string, content: Uint8Array<ArrayBuffer>, type: string): Promise<string> =>
  putFile(createTestApp(), path, content, type)

describe('what a file is', () => {
  test.each([
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
  ])('is told by its first bytes: %s is %s, whatever is said of it', async (extension, type, start) => {
    const path = await stored('folder.v1/thing.html', bytes(`${start}${SCRIPT}`), 'text/html')
    expect(path).toBe(`/storage/${PROJECT}/folder.v1/thing.${extension}`)
    expect(await storedKeys()).toEqual([`folder.v1/thing.${extension}`])

    const served = await createTestApp().send(path, { method: 'HEAD' })
    expect(served.headers.get('content-type')).toBe(type)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is told of a large file too', async () => {
    const content = new Uint8Array(2 * MiB)
    content.set(bytes('\x89PNG\r\n\x1a\n'))
    const path = await stored('art', content, 'text/html')
    expect(path).toBe(`/storage/${PROJECT}/art.png`)
    const served = await createTestApp().send(path, { method: 'HEAD' })
    expect([served.headers.get('content-type'), served.headers.get('content-length')]).toEqual([
      'image/png',
      String(2 * MiB),
    ])
  })

  const TABLE = 'name,votes\nAce,7\n'
  test.each([
    ['words of no type', 'notes', '', 'Ace of Green Bay', 'notes', 'text/plain'],
    ['words with two letters of a picture', 'cars', '', 'BMW and others', 'cars', 'text/plain'],
    ['words in many scripts', 'a.log', '', '日本 🏈\tünï\r\n', 'a.log', 'text/plain'],
    ['words behind a byte order mark', 'a', '', '\ufeffwords', 'a', 'text/plain'],
    ['words said to be plain', 'a.html', 'text/plain;charset=utf-8', 'words', 'a.html', 'text/plain'],
    ['words named as a picture', 'a.jpg', '', 'words', 'a.jpg', 'text/plain'],
    ['a table by its name', 'a.CSV', '', TABLE, 'a.CSV', 'text/csv'],
    ['a table by what is said', 'a', 'text/csv', TABLE, 'a', 'text/csv'],
    ['a table of a spreadsheet', 'a.csv', 'text/csv', `\ufeff${TABLE}`, 'a.csv', 'text/csv'],
    ['a table of no name and type', 'a', '', TABLE, 'a', 'text/plain'],
    ['JSON of no type', 'a', '', '{"votes":[1,2]}', 'a', 'application/json'],
    ['JSON by what is said', 'a.txt', 'application/json', ' [1]', 'a.txt', 'application/json'],
    ['JSON said to be plain', 'a', 'text/plain', '{"votes":1}', 'a', 'text/plain'],
    ['what is said to be JSON and is not', 'a.json', 'application/json', '{"votes":', 'a.json', 'text/plain'],
    ['Markdown by its name', 'README.md', '', '# Cards\n', 'README.md', 'text/markdown'],
    ['Markdown by what is said', 'a', 'text/markdown', '<p align="center">Cards</p>', 'a', 'text/markdown'],
    ['words said to be a picture', 'a.png', 'image/png', 'words', 'a.png', 'application/octet-stream'],
    ['bytes said to be words', 'a.txt', 'text/plain', 'words\0', 'a.txt', 'application/octet-stream'],
    ['a page said to be words', 'a.txt', 'text/plain', ' \n<!DOCTYPE html>', 'a.txt', 'application/octet-stream'],
    ['a page of no type', 'a.txt', '', '<html>', 'a.txt', 'application/octet-stream'],
    ['a drawing said to be a table', 'a.csv', 'text/csv', '<svg/>', 'a.csv', 'application/octet-stream'],
    ['a script', 'a.js', 'text/javascript', 'alert(1)', 'a.js', 'application/octet-stream'],
    ['nothing', 'a', '', '', 'a', 'text/plain'],
  ])('is told by its content where no signature is: %s', async (_, path, stated, content, kept, type) => {
    const at = await putFile(createTestApp(), path, content, stated)
    expect(at).toBe(`/storage/${PROJECT}/${kept}`)
    const served = await createTestApp().send(at)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${kept}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(new TextEncoder().encode(content))
  })

  test.each([
    ['JSON', '', `[${'{"votes":1},'.repeat(900_000)}1]`, 'application/json'],
    ['words', '', 'words '.repeat(1_500_000), 'text/plain'],
    ['bytes', 'text/plain', '\0'.repeat(9_000_000), 'application/octet-stream'],
  ])('is told of %s that waited in the bucket', async (_, stated, content, type) => {
    expect(content.length).toBeGreaterThan(8 * MiB)
    const served = await createTestApp().send(await stored('large', bytes(content), stated), { method: 'HEAD' })
    expect(served.headers.get('content-type')).toBe(type)
  })

  test('leaves no file at a path that is too long with its extension', async () => {
    const file = { file: new Blob([portraitBytes()]), path: 'x'.repeat(510), headers: as.service() }
    const refused = await upload(createTestApp(), file)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ details: [{ path: 'path' }] })
    expect(await storedKeys()).toEqual([])
  })

  test('decides whether a path is taken, too', async () => {
    await stored('a.jpg', portraitBytes(), 'image/jpeg')
    const again = { file: new Blob([portraitBytes()]), path: 'a.png', headers: as.service() }
    expect((await upload(createTestApp(), again)).status).toBe(409)
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

const HARMLESS = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

async function expectHarmless(path: string): Promise<void> {
  for (const query of ['', '?filename=a.html', '?filename=a.jpg']) {
    const served = await createTestApp().send(path + query)
    expect(Object.fromEntries(served.headers)).toMatchObject(HARMLESS)
    expect(served.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/)
    expect(served.headers.get('access-control-allow-origin')).not.toBe('null')
    expect(served.headers.get('set-cookie')).toBeNull()
    await served.arrayBuffer()
  }
}

describe('nothing runs on our origin', () => {
  test.each(HOSTILE)('of %s, said to be %j', async (name, type, content) => {
    await expectHarmless(await stored(`x/${name}`, bytes(content), type))
  })

  // A page kept as a picture is a broken picture: the one harmless lie of the list.
  test.each(HOSTILE.filter(([, type]) => type !== 'image/png'))(
    'of %s that lies in the bucket as %j',
    async (name, contentType, content) => {
      await testEnv().FILES.put(`x/${name}`, content, { httpMetadata: { contentType } })
      await expectHarmless(`/storage/${PROJECT}/x/${name}`)
    },
  )

  test.each([
    ['a GIF that is a script too', 'gif', 'image/gif', 'GIF89a/*\0\0*/=1;alert(1)//'],
    ['a JPEG with a page in it', 'jpg', 'image/jpeg', `\xff\xd8\xff\xfe\0\x40${PAGE}`],
    ['a PNG with a drawing behind it', 'png', 'image/png', `\x89PNG\r\n\x1a\n${DRAWING}`],
  ])('of %s: it is a picture and nothing else', async (_, extension, type, content) => {
    const path = await stored('x/a.html', bytes(content), 'text/html')
    expect(path).toBe(`/storage/${PROJECT}/x/a.${extension}`)
    const served = await createTestApp().send(path)
    expect(Object.fromEntries(served.headers)).toMatchObject({ ...HARMLESS, 'content-type': type })
    await served.arrayBuffer()
  })

  test.each([
    ['a page behind a byte order mark', 'application/octet-stream', `\xef\xbb\xbf${PAGE}`],
    ['a PDF', 'application/pdf', '%PDF-1.7\n/OpenAction << /S /JavaScript >>'],
    ['a film', 'video/mp4', `\0\0\0\x20ftypisom${PAGE}`],
  ])('of %s: it is saved, not shown', async (_, type, content) => {
    const served = await createTestApp().send(await stored('x/a.html', bytes(content), 'text/html'))
    expect(Object.fromEntries(served.headers)).toMatchObject({ ...HARMLESS, 'content-type': type })
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
    await served.arrayBuffer()
  })
})
