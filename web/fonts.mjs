// Generates the font subsets that every page loads first, with the characters of our own texts. Other characters load
// the packages' full Latin files. Run `node web/fonts.mjs` when a font package or LETTERS changes. The fonts' license
// allows subsets under the same name, because neither family has a reserved font name.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { root } from '../.dev/env.mjs'

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(0x20 + i)).join('')

/** The `unicode-range` of these files in web/src/styles/fonts.css. */
export const LETTERS = `${ASCII}\u{a0}©·×–—‘’“”…−`

/** The layout features that our texts use. Glyphs of others, such as fractions and ordinals, are left out. */
const FEATURES = ['ccmp', 'kern', 'liga', 'mark', 'mkmk', 'tnum']

/** Package and weight of each face. */
export const FACES = [
  ['anton', '400'],
  ['barlow', '400'],
  ['barlow', '600'],
  ['barlow-condensed', '600'],
]

/** @returns {string} the path of a face's subset, relative to the project root */
export const getFontPath = ([name, weight]) => `web/src/fonts/${name}-ascii-${weight}-normal.woff2`

/**
 * Drops hinting, which is a third of the bytes and helps only 96 dpi screens on Windows.
 *
 * @returns {Promise<Buffer>} a face with only LETTERS and FEATURES, as WOFF2
 */
export function createSubset([name, weight]) {
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
    const bytes = await createSubset(face)
    writeFileSync(join(root, getFontPath(face)), bytes)
    process.stdout.write(`${getFontPath(face)} ${bytes.length} bytes\n`)
  }
}
