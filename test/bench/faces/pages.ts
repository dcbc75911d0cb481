import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { render } from '#worker/graphics/engine.ts'
import { LABEL } from '#worker/graphics/fonts.ts'

/** A photo next to its card, with a line of text below. */
export type Pair = { readonly photo: string | Uint8Array; readonly card: Uint8Array; readonly words: string }

export type PageForm = {
  readonly columns: number
  readonly rows: number
  /** The size of the card; the photo gets the same space. */
  readonly tile: { readonly width: number; readonly height: number }
  readonly format: 'jpg' | 'png'
}

const GAP_PX = 12
const WORDS_PX = 26
const GROUND = '#2a2e2c'

/**
 * Lays out pairs on pages, `{folder}/{name}-1.jpg` and so on. Deletes pages that an earlier run wrote with the same
 * name.
 *
 * @returns the paths of the pages
 */
export async function writePages(folder: string, name: string, pairs: readonly Pair[], form: PageForm) {
  mkdirSync(folder, { recursive: true })
  const page = new RegExp(`^${name}-\\d+\\.(?:jpg|png)$`, 'u')
  for (const old of readdirSync(folder).filter((file) => page.test(file))) rmSync(join(folder, old))

  const each = form.columns * form.rows
  const paths: string[] = []
  for (let from = 0; from < pairs.length; from += each) {
    const path = join(folder, `${name}-${paths.length + 1}.${form.format}`)
    await writePage(path, pairs.slice(from, from + each), form)
    paths.push(path)
  }
  return paths
}

async function writePage(path: string, pairs: readonly Pair[], { columns, tile, format }: PageForm): Promise<void> {
  const cell = { width: 2 * tile.width + GAP_PX, height: tile.height + WORDS_PX + GAP_PX }
  const parts = await Promise.all(
    pairs.map(async ({ photo, card, words }, i) => {
      const left = GAP_PX + (i % columns) * (cell.width + 2 * GAP_PX)
      const top = GAP_PX + Math.floor(i / columns) * cell.height
      return [
        { input: await fitted(photo, tile), left, top },
        { input: await fitted(card, tile), left: left + tile.width + GAP_PX, top },
        { input: await renderWords(words, cell.width), left, top: top + tile.height },
      ]
    }),
  )
  const size = {
    width: columns * (cell.width + 2 * GAP_PX),
    height: GAP_PX + Math.ceil(pairs.length / columns) * cell.height,
  }
  const sheet = sharp({ create: { ...size, channels: 3, background: GROUND } }).composite(parts.flat())
  await (format === 'png' ? sheet.png({ compressionLevel: 6 }) : sheet.jpeg({ quality: 90 })).toFile(path)
}

/** Fits the photo into the tile, rotated by its EXIF orientation. */
const fitted = (picture: string | Uint8Array, tile: PageForm['tile']) =>
  sharp(picture)
    .autoOrient()
    .resize({ ...tile, fit: 'contain', background: GROUND })
    .flatten({ background: GROUND })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** Uses the renderer's own fonts, because the machine may have none. */
const renderWords = async (text: string, width: number) =>
  Buffer.from(
    await render(
      { type: 'text', text, style: { fontFamily: LABEL, fontSize: 17, color: '#ffffff', whiteSpace: 'nowrap' } },
      { width, height: WORDS_PX, format: 'png' },
    ),
  )
