// Makes every icon of the site, and the picture of pages that have none of their own, from the one mark in
// web/public/icon.svg. Run it when the mark changes: node .dev/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './env.mjs'

const out = (name) => join(root, 'web/public', name)
const GROUND = '#0c0f0e'
const TURF = '#14291f'
const CHALK = '#f4f6f1'

/** The shapes of the mark, drawn in a box of 40 x 56. */
const mark = readFileSync(out('icon.svg'), 'utf8')
  .match(/<path[^>]*\/>/g)
  .join('')
const MARK = { width: 40, height: 56 }
const inShade = (shapes) => shapes.replaceAll('#ffd02e', '#a98a22')

const svg = (width, height, ...shapes) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`)

/** The mark in the middle of a place, as high as it is told. */
const placed = (centerX, centerY, height, turn = 0) => {
  const scale = height / MARK.height
  return `<g transform="translate(${centerX} ${centerY}) rotate(${turn}) scale(${scale}) translate(${-MARK.width / 2} ${-MARK.height / 2})">${mark}</g>`
}

const square = (size, { ground = null, share }) =>
  svg(
    size,
    size,
    ground ? `<rect width="100%" height="100%" fill="${ground}"/>` : '',
    placed(size / 2, size / 2, size * share),
  )

const png = (picture) => sharp(picture).png({ compressionLevel: 9, palette: true }).toBuffer()

/** An .ico that carries PNGs, which every browser of this century reads. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [i, { size, bytes }] of pictures.entries()) {
    const entry = 6 + 16 * i
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}

/** A field at night, its yard lines, and a hand of three cards in the light. */
function sharePicture() {
  const [width, height] = [1200, 630]
  const lines = Array.from({ length: 11 }, (_, i) => 60 + i * 108)
  const ticks = Array.from({ length: 56 }, (_, i) => 6 + i * 21.6)
  return svg(
    width,
    height,
    `<defs><radialGradient id="light" cx="50%" cy="44%" r="62%"><stop offset="0" stop-color="#3f7a55"/>` +
      `<stop offset=".55" stop-color="${TURF}"/><stop offset="1" stop-color="${GROUND}"/></radialGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#light)"/>`,
    `<g stroke="${CHALK}" stroke-width="4" opacity=".16">`,
    ...lines.map((x) => `<path d="M${x} 0L${600 + (x - 600) * 1.25} ${height}"/>`),
    '</g>',
    `<g stroke="${CHALK}" stroke-width="4" opacity=".3">`,
    ...ticks.flatMap((x) => [`<path d="M${x} 24v16"/>`, `<path d="M${x} ${height - 40}v16"/>`]),
    '</g>',
    inShade(placed(438, 342, 360, -13) + placed(762, 342, 360, 13)),
    `<ellipse cx="600" cy="548" rx="230" ry="26" fill="#000" opacity=".35"/>`,
    placed(600, 312, 440),
  )
}

const files = {
  'icon-192.png': await png(square(192, { share: 0.92 })),
  'icon-512.png': await png(square(512, { share: 0.92 })),
  // A mask may cut everything outside of a circle of 80 % of the width.
  'icon-maskable-512.png': await png(square(512, { ground: TURF, share: 0.56 })),
  'apple-touch-icon.png': await png(square(180, { ground: TURF, share: 0.68 })),
  'favicon.ico': ico(
    await Promise.all([16, 32, 48].map(async (size) => ({ size, bytes: await png(square(size, { share: 0.96 })) }))),
  ),
  'share.jpg': await sharp(sharePicture()).jpeg({ quality: 84, mozjpeg: true }).toBuffer(),
}
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(out(name), bytes)
  process.stdout.write(`${name} ${bytes.length} bytes\n`)
}
