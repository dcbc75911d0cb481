// Makes the font files that every page starts with: the letters of its own words, of the packages' Latin files. What
// others type may hold more, and then the whole Latin file is fetched. Run it when a font package or LETTERS changes:
// node .dev/fonts.mjs. Their license allows it under the same name: neither family reserves one.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { root } from './env.mjs'

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(0x20 + i)).join('')

/** The `unicode-range` of these files in web/src/styles/fonts.css. */
export const LETTERS = `${ASCII}\u{a0}©·×–—‘’“”…−`

/** The layout features that texts of the product use; the glyphs of the others, as fractions and ordinals, stay out. */
const FEATURES = ['ccmp', 'kern', 'liga', 'mark', 'mkmk', 'tnum']

/** package → the face of it, as its files name it. */
export const FACES = [
  ['anton', '400'],
  ['barlow', '400'],
  ['barlow', '600'],
  ['barlow-condensed', '600'],
]

/** @returns {string} where the file of a face is kept, from the project's folder */
export const pathOf = ([name, weight]) => `web/src/fonts/${name}-ascii-${weight}-normal.woff2`

/**
 * Without hinting, which is a third of the bytes and helps only screens of 96 dpi on Windows: phones have none.
 *
 * @returns {Promise<Buffer>} a face with LETTERS and FEATURES alone, as WOFF2
 */
export function subsetOf([name, weight]) {
  const file = `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`
  return subsetFont(readFileSync(join(root, 'node_modules', file)), LETTERS, {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: FEATURES,
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(root, 'web/src/fonts'), { recursive: true })
  for (const face of FACES) {
    const bytes = await subsetOf(face)
    writeFileSync(join(root, pathOf(face)), bytes)
    process.stdout.write(`${pathOf(face)} ${bytes.length} bytes\n`)
  }
}
