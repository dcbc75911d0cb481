import { decodeQuery } from '#shared/query/decode.ts'
import type { Caller } from '#worker/backend/caller.ts'
import { compileSelect } from '#worker/backend/db/compile.ts'
import type { Fragment } from '#worker/backend/db/fragment.ts'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { readSchema } from '#worker/backend/db/schema.ts'
import { createRuledView } from '#worker/backend/db/view.ts'

const CARDS = 'fantasy_football_cards'

const NAMELESS: Caller = {
  role: 'public',
  visitor: { kind: 'address', id: 'address-0', address: 'somewhere' },
  userId: null,
  viaEdge: false,
  sessionId: null,
  crossSite: false,
  hasKey: true,
}

/** Compiles query strings for cards to the SQL statements of a caller with the public key and no cookie. */
export async function publicStatements(db: D1Database): Promise<(search: string) => Fragment> {
  const table = (await readSchema(db, CARD_TABLES)).get(CARDS)!
  const { select } = CARD_TABLES[CARDS].rules.public
  return (search) => {
    const query = decodeQuery(search, 'rest')
    return compileSelect(query, createRuledView(table, select, NAMELESS, query))
  }
}
