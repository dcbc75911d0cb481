import type { Clock } from '#worker/env.ts'
import type { Fragment } from './fragment.ts'
import {
  chargeInsert,
  chargeUpdate,
  isFull,
  ownFailure,
  ownInsert,
  ownPatch,
  recount,
  refundRemoved,
} from './own-rows.ts'
import { requireSmallChange, requireSmallUpsert } from './own-size.ts'
import type { DbAnswer, DbRequest } from './request.ts'
import type { SchemaCache } from './schema.ts'
import { run } from './statements.ts'
import type { View } from './view.ts'
import { compileDelete, compileInserts, compileUpdate } from './write.ts'

/** Carries out all of the statements in one transaction, and answers the rows that they return. */
type Write = (request: DbRequest, compile: (view: View) => Fragment[]) => Promise<DbAnswer>

export type OwnWrites = Record<
  'insert' | 'update' | 'remove',
  (request: DbRequest, userId: string) => Promise<DbAnswer>
>

/** A change whose rows nobody wants back gives back that there were any. */
function answered({ minimal }: DbRequest, { sql, params }: Fragment): Fragment {
  const end = sql.lastIndexOf(' returning *')
  return { sql: minimal === true && end !== -1 ? `${sql.slice(0, end)} returning 1` : sql, params }
}

/** A person's rows are counted anew this often at most, and so many people are remembered. */
const RECOUNT_MS = 60_000
const COUNTED_KEPT = 1000

/**
 * Writes of a signed-in user to the tables of an app. The rows belong to that user, and each write counts against the
 * user's quota in the same transaction.
 */
export function createOwnWrites(
  { db, clock, schema }: { db: D1Database; clock: Clock; schema: SchemaCache },
  write: Write,
  viewOf: (request: DbRequest) => Promise<View>,
): OwnWrites {
  const countedAt = new Map<string, number>()

  /** The count may exceed the rows that exist: then all are counted anew, once. */
  async function counted(request: DbRequest, compile: (view: View) => Fragment[]): Promise<DbAnswer> {
    try {
      return await write(request, compile)
    } catch (thrown) {
      if (!isFull(thrown) || !(await countAnew(request.caller.userId!))) throw ownFailure(thrown)
      return await write(request, compile).catch((again: unknown) => {
        throw ownFailure(again)
      })
    }
  }

  /**
   * Reads every row a user has, so at most once a minute for a user who is over the limit.
   *
   * @returns whether it was done
   */
  async function countAnew(userId: string): Promise<boolean> {
    const last = countedAt.get(userId) ?? Number.NEGATIVE_INFINITY
    if (clock() - last < RECOUNT_MS) return false
    if (countedAt.size >= COUNTED_KEPT) countedAt.clear()
    countedAt.set(userId, clock())
    const tables = await schema.all()
    await run(db, [
      recount(
        tables.filter(({ isPersonal }) => isPersonal),
        userId,
      ),
    ])
    return true
  }

  return {
    async insert(request, userId) {
      const own = ownInsert(request, userId)
      await requireSmallUpsert(db, own, await viewOf(own))
      return counted(own, (view) => [...chargeInsert(own, userId), ...compileInserts(own, view)])
    },
    async update(request, userId) {
      const own = ownPatch(request, userId)
      await requireSmallChange(db, own, await viewOf(own))
      return counted(own, (view) => [answered(own, compileUpdate(own, view)), ...chargeUpdate(own, userId)])
    },
    async remove(request, userId) {
      await requireSmallChange(db, request, await viewOf(request))
      return counted(request, (view) => [answered(request, compileDelete(request, view)), refundRemoved(userId)])
    },
  }
}
