import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getDress } from './dress.ts'
import { GAIN_WORDS, gainRows } from './gain-summary.ts'
import type { MeasureAnswer, MeasureTask } from './measure-thread.ts'
import { type Choice, listPhotos } from './photos.ts'
import { inThreads } from './pool.ts'
import { type Row, toRows } from './summary.ts'

const THREAD = fileURLToPath(new URL('measure-thread.ts', import.meta.url).href)

const say = (line: string) => process.stdout.write(`${line}\n`)

export type TableOptions = Choice & {
  /** True if each photo is also drawn without the segmentation net. */
  readonly withoutClasses: boolean
  /** A file for all measurements of every photo, and one of an earlier run to compare with; null for none. */
  readonly json: string | null
  readonly against: string | null
}

type StoredFigures = {
  readonly rows: readonly Row[]
  readonly photos: readonly (MeasureAnswer & { readonly key: string })[]
}

/** Measures every photo and prints one table. A photo that cannot be drawn is reported with the reason and skipped. */
export async function printTable({ withoutClasses, json, against, ...choice }: TableOptions): Promise<void> {
  const before = against === null ? null : readStored(against)
  const listed = await listPhotos(choice)
  const tasks = listed.map(({ path, line }): MeasureTask => ({ path, team: getDress(line).team }))
  const replies = await inThreads<MeasureTask, MeasureAnswer>(THREAD, tasks, { withoutClasses })
  const photos = replies.flatMap((reply, i) => {
    if ('answer' in reply) return [{ key: listed[i]!.key, ...reply.answer }]
    say(`${listed[i]!.key}: ${reply.failure}`)
    return []
  })
  const rows = [...toRows(photos), ...(withoutClasses ? gainRows(photos) : [])]
  print(rows, before?.rows ?? [])
  if (withoutClasses) say(`\n${GAIN_WORDS}`)
  if (json !== null) writeFileSync(json, `${JSON.stringify({ rows, photos } satisfies StoredFigures, null, 1)}\n`)
}

function readStored(file: string): StoredFigures {
  if (!existsSync(file)) throw new Error(`${file} is not there`)
  return JSON.parse(readFileSync(file, 'utf8')) as StoredFigures
}

/** Changed values of an earlier run are printed below. */
function print(rows: readonly Row[], before: readonly Row[]): void {
  const earlier = new Map(before)
  const width = Math.max(...rows.map(([label]) => label.length))
  for (const [label, value] of rows) {
    say(`${label.padEnd(width)}  ${value}`)
    const was = earlier.get(label)
    if (was !== undefined && was !== value) say(`${' before'.padEnd(width)}  ${was}`)
  }
}
