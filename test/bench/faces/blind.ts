import { randomInt } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, parse, resolve } from 'node:path'
import { type PageForm, writePages } from './pages.ts'
import { type Choice, listPhotos } from './photos.ts'
import { type Entry, readEntries, readScores, reportOf, writeEntries } from './scores.ts'

const FOLDER = join('sheets', 'blind')
const KEY_FILE = join('sheets', 'blind-key.tsv')
const FORM = { columns: 3, rows: 2, tile: { width: 400, height: 560 } } as const

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Pages to score by: photo beside card and a number, nothing else; all cards of all versions shuffled. Which number is
 * whose goes into a file beside the folder, not into it.
 *
 * @param versions folders with cards as `npm run faces -- --cards=folder` writes them; the folder's name is the version's
 * @throws when a folder holds no card, or a card of a photo that is not on the list
 */
export async function writeBlindPages(versions: readonly string[], choice: Choice, format: PageForm['format']) {
  const names = versions.map((folder) => basename(resolve(folder)))
  if (new Set(names).size < names.length) throw new Error('two versions of one name')
  const cards = versions.flatMap((folder, i) => cardsIn(folder).map((card) => ({ ...card, version: names[i]! })))
  const photos = new Map((await listPhotos(choice)).map(({ key, path }) => [key, path]))
  const wanted = shuffled(cards.filter(({ key }) => photos.has(key)))
  if (wanted.length === 0) throw new Error('no card of a photo on the list')

  const pairs = wanted.map(({ key, path }, i) => ({
    photo: photos.get(key)!,
    card: readFileSync(path),
    words: String(i + 1),
  }))
  for (const page of await writePages(FOLDER, 'page', pairs, { ...FORM, format })) say(page)
  mkdirSync('sheets', { recursive: true })
  const entries = wanted.map(({ key, version }, i): Entry => ({ number: i + 1, key, version }))
  writeFileSync(KEY_FILE, writeEntries(entries))
  say(
    `${entries.length} cards of ${versions.length} versions; whose is whose: ${KEY_FILE}, to be opened when all are scored`,
  )
}

/** @param file lines of number and score @throws as `readScores` does */
export function sayScores(file: string): void {
  const entries = readEntries(readFileSync(KEY_FILE, 'utf8'))
  say(reportOf(readScores(readFileSync(file, 'utf8'), entries), entries))
}

function cardsIn(folder: string) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  if (files.length === 0) throw new Error(`${folder} holds no cards`)
  return files.map((file) => ({ key: parse(file).name, path: join(folder, file) }))
}

/** Fisher-Yates. */
function shuffled<T>(items: readonly T[]): T[] {
  const out = [...items]
  for (let i = out.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[out[i], out[j]] = [out[j]!, out[i]!]
  }
  return out
}
