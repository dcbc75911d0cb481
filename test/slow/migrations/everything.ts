import { testEnv } from '../../support/env.ts'

/** Returns all stored data and the schema, without migration times and random ledger ids. */
export async function all() {
  const { DB } = testEnv()
  const { results: schema } = await DB.prepare(
    `select type, name, sql from sqlite_master where name not like '_cf_%' order by name`,
  ).all<{ type: string; name: string; sql: string | null }>()
  const tables = schema.filter(({ type, name }) => type === 'table' && !name.startsWith('sqlite_'))
  const rows = await DB.batch<Record<string, unknown>>(tables.map(({ name }) => DB.prepare(`select * from "${name}"`)))
  return {
    schema,
    rows: Object.fromEntries(
      tables.map(({ name }, at) => [
        name,
        rows[at]!.results.map((row) =>
          JSON.stringify({ ...row, applied_at: '', ...(name === 'generations' && { id: '' }) }),
        ).toSorted(),
      ]),
    ),
  }
}
export type All = Awaited<ReturnType<typeof all>>
