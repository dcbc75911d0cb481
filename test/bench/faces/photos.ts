import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { fetchFaces } from './fetch.ts'

/** A photo on the list. `line` is its 1-based position in the whole list, even in a selection. */
export type Photo = { readonly key: string; readonly path: string; readonly line: number }

/** The selected photos: lines of the list, and keys. */
export type Choice = { readonly only: readonly string[] | null; readonly lines: 'all' | 'odd' | 'even' }

const PICTURE = /\.(?:jpe?g|png|webp)$/iu
/** Optional list in the folder: its first tab-separated column holds the keys in order. */
const LIST = 'list.tsv'
const byNumber = new Intl.Collator('en', { numeric: true })

/**
 * Returns the photos to draw: those of the folder in `FACES`, or synthetic ones. A photo's key is its file name without
 * the extension. Photos are sorted by key, with numbers in numeric order, unless the folder has a `list.tsv`.
 *
 * @throws if there is no photo, if two share a key, or if `only` or the list has an unknown key
 */
export async function listPhotos({ only, lines }: Choice): Promise<readonly Photo[]> {
  const folder = process.env['FACES'] ?? (await fetchFaces())
  const paths = pathsByKey(folder)
  const keys = listKeys(folder) ?? [...paths.keys()].sort(byNumber.compare)
  const missing = [...keys, ...(only ?? [])].filter((key) => !paths.has(key))
  if (missing.length > 0) throw new Error(`${folder} holds no photo of ${missing.join(', ')}`)

  const wanted = only && new Set(only)
  const photos = keys
    .map((key, i): Photo => ({ key, path: paths.get(key)!, line: i + 1 }))
    .filter(({ line }) => lines === 'all' || line % 2 === (lines === 'odd' ? 1 : 0))
    .filter(({ key }) => wanted === null || wanted.has(key))
  if (photos.length === 0) throw new Error(`${folder} holds no photo that is asked for`)
  return photos
}

function pathsByKey(folder: string): Map<string, string> {
  const paths = new Map<string, string>()
  for (const file of readdirSync(folder).filter((name) => PICTURE.test(name))) {
    const key = parse(file).name
    if (paths.has(key)) throw new Error(`${folder} holds two photos of ${key}`)
    paths.set(key, join(folder, file))
  }
  return paths
}

function listKeys(folder: string): string[] | null {
  const list = join(folder, LIST)
  if (!existsSync(list)) return null
  const rows = readFileSync(list, 'utf8').split(/\r?\n/u)
  return rows.filter((row) => row !== '').map((row) => row.split('\t')[0]!)
}
