import fc from 'fast-check'
import { hostileText } from './hostile-text.ts'
import { portraitBytes } from './portrait.ts'

export const latin = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)! & 255)
export const PAGE = '<!doctype html><script>alert(document.cookie)</script>'
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${PAGE}</svg>`
/** A header that declares 30,000 x 30,000 pixels, without pixels. */
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

/** Hostile photo contents: polyglots, scripts, HTML pages, headers without pixels, photos truncated anywhere. */
export const hostileContent = fc.oneof(
  fc.constantFrom(PAGE, DRAWING, HUGE, 'GIF89a/*\0*/=1;alert(1)//', '').map(latin),
  fc
    .tuple(fc.constantFrom(...STARTS), fc.constantFrom(PAGE, DRAWING, HUGE))
    .map(([start, rest]) => latin(start + rest)),
  fc.uint8Array({ maxLength: 64 }),
  // A truncated photo, and one followed by an HTML page.
  fc.nat(portraitBytes().length).map((end) => portraitBytes().slice(0, end)),
  fc.constant(null).map(() => new Uint8Array([...portraitBytes(), ...latin(PAGE)])),
)
/** Content types that a hostile client may declare. */
export const HOSTILE_TYPES = [
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
/** Hostile file names. */
export const hostileName = fc.oneof(
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
