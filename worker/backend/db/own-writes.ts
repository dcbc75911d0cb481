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
import type { DbResult, DbRequest } from './request.ts'
import type { SchemaCache } from './schema.ts'
import { run } from './statements.ts'
import type { View } from './view.ts'
import { compileDelete, compileInserts, compileUpdate } from './write.ts'

/** Runs all statements in one transaction and returns their rows. */
type Write = (request: DbRequest, compile: (view: View) => Fragment[]) => Promise<DbResult>

/** Returns a placeholder per row instead of the row if the caller wants no rows back. */
function withMinimalRows({ minimal }: DbRequest, { sql, params }: Fragment): Fragment {
  const end = sql.lastIndexOf(' returning *')
  return { sql: minimal === true && end !== -1 ? `${sql.slice(0, end)} returning 1` : sql, params }
}

/** Minimum time between two recounts of a person's rows, and how many people are remembered. */
const RECOUNT_MS = 60_000
const COUNTED_MAX = 1000

/**
 * Writes of a signed-in user to the tables of an app. The rows belong to that user, and each write is charged to the
 * user's quota in the same transaction.
 */
export class OwnWrites {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly schema: SchemaCache
  private readonly write: Write
  private readonly getView: (request: DbRequest) => Promise<View>
  private readonly countedAt = new Map<string, number>()

  constructor(
    { db, clock, schema }: { db: D1Database; clock: Clock; schema: SchemaCache },
    write: Write,
    getView: (request: DbRequest) => Promise<View>,
  ) {
    this.db = db
    this.clock = clock
    this.schema = schema
    this.write = write
    this.getView = getView
  }

  async insert(request: DbRequest, userId: string): Promise<DbResult> {
    const own = ownInsert(request, userId)
    await requireSmallUpsert(this.db, own, await this.getView(own))
    return this.writeCharged(own, (view) => [...chargeInsert(own, userId), ...compileInserts(own, view)])
  }

  async update(request: DbRequest, userId: string): Promise<DbResult> {
    const own = ownPatch(request, userId)
    await requireSmallChange(this.db, own, await this.getView(own))
    return this.writeCharged(own, (view) => [
      withMinimalRows(own, compileUpdate(own, view)),
      ...chargeUpdate(own, userId),
    ])
  }

  async remove(request: DbRequest, userId: string): Promise<DbResult> {
    await requireSmallChange(this.db, request, await this.getView(request))
    return this.writeCharged(request, (view) => [
      withMinimalRows(request, compileDelete(request, view)),
      refundRemoved(userId),
    ])
  }

  /** Runs a charged write. If the quota is full, recounts the rows once, because the stored count may be too high. */
  private async writeCharged(request: DbRequest, compile: (view: View) => Fragment[]): Promise<DbResult> {
    try {
      return await this.write(request, compile)
    } catch (thrown) {
      if (!isFull(thrown) || !(await this.recountRows(request.caller.userId!))) throw ownFailure(thrown)
      return await this.write(request, compile).catch((again: unknown) => {
        throw ownFailure(again)
      })
    }
  }

  /**
   * Recounts a user's rows. This reads all of them, so it runs at most once a minute for a user over the limit.
   *
   * @returns whether it ran
   */
  private async recountRows(userId: string): Promise<boolean> {
    const last = this.countedAt.get(userId) ?? Number.NEGATIVE_INFINITY
    if (this.clock() - last < RECOUNT_MS) return false
    if (this.countedAt.size >= COUNTED_MAX) this.countedAt.clear()
    this.countedAt.set(userId, this.clock())
    const tables = await this.schema.all()
    await run(this.db, [
      recount(
        tables.filter(({ isPersonal }) => isPersonal),
        userId,
      ),
    ])
    return true
  }
}
