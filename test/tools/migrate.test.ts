import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const { getInitialSql } = (await import(new URL('../../.dev/migrate.mjs', import.meta.url).href)) as {
  getInitialSql: () => string
}

describe('the SQL of a new database', () => {
  test('puts every migration into the SQL of a new database in order, each followed by its row in `d1_migrations`', () => {
    const names = readdirSync('worker/backend/migrations').sort()
    const noted = [...getInitialSql().matchAll(/^INSERT INTO d1_migrations \(name\) VALUES \('(.+)'\);$/gm)]
    expect(noted.map(([, name]) => name)).toEqual(names)
    const [first, second] = [getInitialSql().indexOf(noted[0]![0]), getInitialSql().indexOf(noted[1]![0])]
    expect(getInitialSql().slice(0, first)).toContain('fantasy_football_cards')
    expect(getInitialSql().slice(first, second)).not.toContain('CREATE TABLE IF NOT EXISTS "d1_migrations"')
  })
})
