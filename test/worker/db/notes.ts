import { expect } from 'vitest'
import { testEnv } from '../../support/env.ts'
import { createTables, emptyDatabase, type Tables } from './tables.ts'

export const NOTES = '/rest/v1/notes'
export const SERVICE = { as: 'service' } as const

/** Tables with three notes that differ in every kind of value. */
export async function createNotes(): Promise<Tables> {
  await emptyDatabase()
  const tables = createTables()
  await testEnv().DB.exec(
    `create table notes (id text primary key, title text not null check (title <> 'bad'), rank integer unique, tags json, at timestamp, "my-col" integer)`,
  )
  const notes = [
    { id: 'a', title: 'Alpha', rank: 1, tags: { one: 1, two: [1, { deep: 'x' }] }, at: '2026-01-01T00:00:00Z' },
    { id: 'b', title: 'Beta', rank: 2, tags: ['x'], at: '2026-02-01T00:00:00Z' },
    { id: 'c', title: 'Gamma', rank: 3, tags: null, at: null, 'my-col': 7 },
  ]
  expect((await tables.post(NOTES, notes, SERVICE)).status).toBe(201)
  return tables
}
