import { CARD_SWEEPS } from '#worker/backend/cards/sweeps.ts'
import { StorageService } from '#worker/backend/storage/service.ts'
import { sweepTasks } from '#worker/backend/sweep.ts'
import { Tasks } from '#worker/operate/tasks.ts'
import { createTestApp } from '../../support/app.ts'
import { PROJECT } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'

export const MINUTE = 60_000
export const DAY = 86_400_000
export const isoTimeAgo = (ms: number) => new Date(Date.now() - ms).toISOString()

export const sweepAt = (now: number) => createTestApp({ clock: () => now }).services.sweep()

export const createStorage = (clock = Date.now) =>
  new StorageService({
    files: testEnv().FILES,
    db: testEnv().DB,
    clock,
    projectId: PROJECT,
    publicUrl: null,
    cleanPhoto: async (bytes) => bytes,
  })

/** Runs the art sweep once every five minutes from `start` on, until it has covered every prefix. */
export async function sweepArtFrom(start: number): Promise<void> {
  for (let i = 0; i < 16; i++) {
    const clock = () => start + i * 5 * MINUTE
    const db = testEnv().DB
    const { art } = sweepTasks(CARD_SWEEPS, { db, storage: createStorage(clock), clock })
    await new Tasks({ db, clock }).runAll({ art: art! })
  }
}

export const rows = async (table: string, column = 'id') =>
  (await testEnv().DB.prepare(`select ${column} as id from ${table} order by 1`).all<{ id: unknown }>()).results.map(
    ({ id }) => id,
  )
export const keys = async () => (await testEnv().FILES.list()).objects.map(({ key }) => key)

export async function writeCard(id: string, { visibility, draftedAt }: { visibility: string; draftedAt: string }) {
  const { DB, FILES } = testEnv()
  await DB.batch([
    DB.prepare(
      `insert into fantasy_football_cards (id, team_colors, image_url, created_at, visibility, owner, generation_id, art_path, drafted_at)
       values (?1, 'Dallas Cowboys', ?2, ?3, ?4, 'visitor', ?5, ?6, ?3)`,
    ).bind(id, `https://cards.example/${id}`, draftedAt, visibility, `generation-${id}`, `ai/0${id}.png`),
    ...['1', '2'].map((edition) =>
      DB.prepare(
        `insert into generations (image_url, generation_id, card_id, visitor, image_path, created_at)
         values (?1, ?2, ?3, 'visitor', ?4, 0)`,
      ).bind(`https://cards.example/${id}/${edition}`, `generation-${id}`, id, `cards/${id}-${edition}.jpg`),
    ),
  ])
  for (const key of [`ai/0${id}.png`, `cards/${id}-1.jpg`, `cards/${id}-2.jpg`]) await FILES.put(key, id)
}

export async function writeMessage(id: string, createdAt: string) {
  await testEnv()
    .DB.prepare(
      `insert into contact_submissions (id, name, email, message, created_at) values (?1, 'A', 'a@b.c', 'm', ?2)`,
    )
    .bind(id, createdAt)
    .run()
}
