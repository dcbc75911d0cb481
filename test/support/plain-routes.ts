import { Hono } from 'hono'
import type { Env } from '#worker/env.ts'

type Row = Record<string, unknown>

const COLUMNS = `"id", "player_name", "jersey_number", "team_colors", "image_url", "stats", "created_at", "votes",
  'anonymous' as "user_id"`

const shown = (row: Row): Row => ({ ...row, stats: JSON.parse(String(row['stats'])) as unknown })

/** What somebody would write who needed these three answers and no language: the same SQL, the same bodies. */
export const plainRoutes = new Hono<{ Bindings: Env }>()
  .get('/cards/:id', async (c) => {
    const { results } = await c.env.DB.prepare(
      `select ${COLUMNS} from fantasy_football_cards where id = ? and (visibility in ('public', 'unlisted')
       or (visibility = 'draft' and owner = ?))`,
    )
      .bind(c.req.param('id'), 'nobody')
      .all<Row>()
    return c.json(results.map(shown))
  })
  .get('/leaderboard', async (c) => {
    const { results } = await c.env.DB.prepare(
      `select ${COLUMNS} from fantasy_football_cards where visibility = 'public'
       order by votes desc, created_at desc, rowid limit ?`,
    )
      .bind(100)
      .all<Row>()
    return c.json(results.map(shown))
  })
  .post('/messages', async (c) => {
    const { id, name, email, message, created_at: createdAt } = await c.req.json<Row>()
    const { results } = await c.env.DB.prepare(
      `insert into contact_submissions (id, name, email, message, created_at) values (?, ?, ?, ?, ?) returning *`,
    )
      .bind(id, name, email, message, createdAt)
      .all<Row>()
    return c.json(results, 201)
  })
