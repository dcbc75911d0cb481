import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CardAnswer, CardTask } from './card-thread.ts'
import { getDress } from './dress.ts'
import { type PageForm, writePages } from './pages.ts'
import { type Choice, listPhotos } from './photos.ts'
import { inThreads } from './pool.ts'

export type ShowOptions = Choice & {
  /** The gear for all faces; null for all pieces in turn. */
  readonly gear: string | null
  /** A new folder for each card as a separate file, `{key}.jpg`, 1000 x 1400 px; null for none. */
  readonly cards: string | null
  readonly format: PageForm['format']
}

const CARD_THREAD = fileURLToPath(new URL('card-thread.ts', import.meta.url).href)
const FORM = { columns: 4, rows: 3, tile: { width: 300, height: 420 } } as const

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Draws a card of every photo and lays out both in `sheets/`. If a photo cannot be drawn, prints the reason and
 * continues.
 *
 * @throws if the folder for cards is not empty, because cards of two versions would be mixed
 */
export async function showFaces({ gear, cards, format, ...choice }: ShowOptions): Promise<void> {
  if (cards !== null && existsSync(cards) && readdirSync(cards).length > 0) throw new Error(`${cards} is not empty`)
  const photos = await listPhotos(choice)
  const tasks = photos.map(({ path, line }): CardTask => ({ path, dress: getDress(line, gear) }))
  const replies = await inThreads<CardTask, CardAnswer>(CARD_THREAD, tasks)

  const drawn = replies.flatMap((reply, i) => {
    const [{ key, path }, { dress }] = [photos[i]!, tasks[i]!]
    if ('answer' in reply) return [{ key, path, dress, ...reply.answer }]
    say(`${key}: ${reply.failure}`)
    return []
  })
  if (cards !== null) {
    mkdirSync(cards, { recursive: true })
    for (const { key, card } of drawn) writeFileSync(join(cards, `${key}.jpg`), card)
  }
  const pairs = drawn.map(({ key, path, dress, card, finish, notices }) => ({
    photo: path,
    card,
    words: [key, dress.team, dress.gear, finish, ...notices].join(' · '),
  }))
  for (const page of await writePages('sheets', 'faces', pairs, { ...FORM, format })) say(page)
  say(`${drawn.length} of ${photos.length} photos drawn: ${tally(drawn.map(({ finish }) => finish))}`)
}

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ')
}
