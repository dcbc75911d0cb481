import fc from 'fast-check'
import { beforeEach, expect, inject, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, storedKeys, upload } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { hostileText } from '../../support/hostile-text.ts'
import { portraitBytes } from '../../support/portrait.ts'

/** Files, names and headers of every kind, replayable from the seed. */
const { seed, share } = inject('hostile')

beforeEach(freshDatabase)

const latin = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)! & 255)
const PAGE = '<!doctype html><script>alert(document.cookie)</script>'
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${PAGE}</svg>`
/** A header that says 30,000 x 30,000 pixels, and no pixels. */
const HUGE = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x75\x30\0\0\x75\x30\x08\x06\0\0\0\0\0\0\0'
const STARTS = [
  '\xff\xd8\xff\xe0',
  '\x89PNG\r\n\x1a\n',
  'GIF89a',
  'RIFF\x24\0\0\0WEBP',
  'BM',
  '%PDF-1.7\n',
  'PK\x03\x04',
  '\0asm',
  'FWS',
  '\xef\xbb\xbf',
  '',
]

const content = fc.oneof(
  fc.constantFrom(PAGE, DRAWING, HUGE, 'GIF89a/*\0*/=1;alert(1)//', '').map(latin),
  fc
    .tuple(fc.constantFrom(...STARTS), fc.constantFrom(PAGE, DRAWING, HUGE))
    .map(([start, rest]) => latin(start + rest)),
  fc.uint8Array({ maxLength: 64 }),
  // A photo that ends in its middle, and one with a page behind it.
  fc.nat(portraitBytes().length).map((end) => portraitBytes().slice(0, end)),
  fc.constant(null).map(() => new Uint8Array([...portraitBytes(), ...latin(PAGE)])),
)
const TYPES = [
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'text/html',
  'text/html;charset=utf-7',
  'application/xhtml+xml',
  'text/javascript',
  'multipart/form-data',
  'x/y',
  '',
]
const name = fc.oneof(
  hostileText,
  fc.constantFrom(
    'a.jpg',
    'a.jpg.html',
    'a\u{202e}gpj.exe',
    '../../secret',
    'player-photos/../x',
    '..',
    '.',
    '/',
    'a\0b.jpg',
    'n'.repeat(4096),
    'CON',
    '~',
    'player-photos/x.svg',
  ),
)
const file = fc.record({
  bytes: content,
  type: fc.constantFrom(...TYPES),
  path: fc.oneof(
    name,
    name.map((one) => `player-photos/${one}`),
  ),
  isOwner: fc.boolean(),
  options: fc.constantFrom(undefined, '{"upsert":true}', '{', '[]', '{"upsert":"yes","__proto__":{}}'),
})

/** Types that a browser runs or draws with scripts when it opens them. */
const RUNS = /html|svg|xml|javascript|css|wasm|shockwave/
const LEAKS = /SQLITE|D1_ERROR|\.ts:\d|node_modules|TypeError|R2|internal error/

test(
  'no file, name or header breaks an upload, leaves its folder or is served as something that runs',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ bytes, type, path, isOwner, options }) => {
        const app = createTestApp()
        const before = new Set(await storedKeys())
        const answer = await upload(app, {
          file: new Blob([new Uint8Array(bytes)], { type }),
          path,
          ...(options === undefined ? {} : { options }),
          headers: isOwner ? as.service() : {},
        })
        const text = await answer.text()
        expect([answer.status < 500, text.match(LEAKS)]).toEqual([true, null])
        const added = (await storedKeys()).filter((key) => !before.has(key))
        if (!answer.ok) {
          expect(JSON.parse(text)).toMatchObject({ code: expect.any(String) as string })
          expect(added).toEqual([])
          return
        }
        // A file of nobody's is a photo, below the one folder that is emptied again.
        if (!isOwner) expect(added.every((key) => key.startsWith('player-photos/'))).toBe(true)
        for (const key of added) expect(key).not.toMatch(/(^|\/)\.{0,2}(\/|$)|\p{Cc}/u)
        const { publicUrl } = JSON.parse(text) as { publicUrl: string }
        const served = await app.send(new URL(publicUrl).pathname)
        await served.arrayBuffer()
        expect(new URL(publicUrl).pathname.startsWith(`/storage/${PROJECT}/`)).toBe(true)
        if (!served.ok) return
        expect(served.headers.get('content-type')).not.toMatch(RUNS)
        expect(served.headers.get('x-content-type-options')).toBe('nosniff')
        expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      }),
      { numRuns: Math.round(600 * share), seed },
    )
  },
)
