import type { Clock } from '#worker/env.ts'
import type { Task } from './tasks.ts'

export type MeasureDeps = {
  readonly db: D1Database
  readonly files: Pick<R2Bucket, 'list'>
  readonly clock: Clock
}

/** Where a measurement of a day has come to. */
type Place = { readonly day: string; readonly after: string | null; readonly bytes: number; readonly objects: number }

const PAGE = 1000

const STORE = `insert into operation_counts (day, measure, name, count) values (?1, 'storage', 'bytes', ?2), (?1, 'storage', 'objects', ?3)
  on conflict (day, measure, name) do update set count = excluded.count`
const IS_MEASURED = `select 1 from operation_counts where day = ?1 and measure = 'storage' and name = 'bytes'`

/** Counts the bytes and objects in R2 once a day, a page of a thousand at a time. */
export const measureStorage =
  ({ db, files, clock }: MeasureDeps): Task =>
  async (resume) => {
    const today = new Date(clock()).toISOString().slice(0, 10)
    const before: Place =
      resume === null ? { day: today, after: null, bytes: 0, objects: 0 } : (JSON.parse(resume) as Place)
    if (resume === null && (await db.prepare(IS_MEASURED).bind(today).first()) !== null)
      return { items: 0, resume: null }
    const { objects, truncated } = await files.list({
      limit: PAGE,
      ...(before.after !== null && { startAfter: before.after }),
    })
    const place: Place = {
      day: before.day,
      after: objects.at(-1)?.key ?? null,
      bytes: before.bytes + objects.reduce((sum, { size }) => sum + size, 0),
      objects: before.objects + objects.length,
    }
    if (truncated) return { items: objects.length, resume: JSON.stringify(place) }
    await db.prepare(STORE).bind(place.day, place.bytes, place.objects).run()
    return { items: objects.length, resume: null }
  }
