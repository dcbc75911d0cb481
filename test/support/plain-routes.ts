import { Hono } from 'hono'
import type { Fragment } from '#worker/backend/db/fragment.ts'
import type { Env } from '#worker/env.ts'
import { publicStatements } from './public-statement.ts'

type Row = Record<string, unknown>

const ID = 'the-id'

/** Captures the exact statements that our own routes run. */
async function captureStatements(db: D1Database): Promise<{ card: Fragment; leaderboard: Fragment }> {
  const getStatement = await publicStatements(db)
  return {
    card: getStatement(`select=*&id=eq.${ID}`),
    leaderboard: getStatement('select=*&order=votes.desc,created_at.desc&limit=100'),
  }
}

let captured: ReturnType<typeof captureStatements> | undefined

const toJson = (row: Row): Row => ({ ...row, stats: JSON.parse(String(row['stats'])) as unknown })

/** Hand-written routes for three responses without the query language, with the same SQL and the same bodies. */
export const plainRoutes = new Hono<{ Bindings: Env }>()
  .get('/cards/:id', async (c) => {
    const { card } = await (captured ??= captureStatements(c.env.DB))
    const id = c.req.param('id')
    const params = card.params.map((param) => (param === ID ? id : param))
    const { results } = await c.env.DB.prepare(card.sql)
      .bind(...params)
      .all<Row>()
    return c.json(results.map(toJson))
  })
  .get('/leaderboard', async (c) => {
    const { leaderboard } = await (captured ??= captureStatements(c.env.DB))
    const { results } = await c.env.DB.prepare(leaderboard.sql)
      .bind(...leaderboard.params)
      .all<Row>()
    return c.json(results.map(toJson))
  })
  .post('/messages', async (c) => {
    const { id, name, email, message, created_at: createdAt } = await c.req.json<Row>()
    const { results } = await c.env.DB.prepare(
      `insert into "contact_submissions" ("id", "name", "email", "message", "created_at") values (?, ?, ?, ?, ?) returning *`,
    )
      .bind(id, name, email, message, createdAt)
      .all<Row>()
    return c.json(results, 201)
  })
