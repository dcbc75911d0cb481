import type { Clock } from '#worker/env.ts'
import { Turns } from '#worker/limits/turns.ts'
import type { Fragment } from './fragment.ts'
import { getStoredCount, isAlongIndex } from './listed.ts'
import type { DbRequest, Row } from './request.ts'
import type { ReadRule } from './rule.ts'
import { run, runCounted } from './statements.ts'

export type ReadBudget = {
  /** @throws AppError `RATE_LIMITED` when nothing is left */
  require(network: string): Promise<void>
  /**
   * @param units rows that may be read, times the comparisons per row
   * @returns a function that settles the reservation at the units that were read
   * @throws AppError `RATE_LIMITED` when fewer units are left
   */
  reserve(network: string, units: number): Promise<(used: number) => Promise<void>>
  charge(network: string, units: number): Promise<void>
}

type RuledReadsDeps = {
  readonly db: D1Database
  readonly clock: Clock
  /** Null for no limit. */
  readonly budget: ReadBudget | null
}

/** The statements of a query, and the comparisons that each row costs. */
type CountedQuery = { readonly terms: number; readonly statements: readonly Fragment[] }

/** Runs queries that read whole tables, one at a time per network. */
const scans = new Turns('rows')
const SIZE_CACHE_MS = 60_000

/**
 * Rows that a list along an index may read: its offset, and a hundred rows twice. A query that reads more is charged
 * for all of them.
 */
const ROWS_OF_A_LIST = 1500

/** Reads within the rules, and charges the rows that are read to the caller's network. */
export class RuledReads {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly budget: ReadBudget | null
  private readonly sizes = new Map<string, { readonly rows: number; readonly at: number }>()

  constructor({ db, clock, budget }: RuledReadsDeps) {
    this.db = db
    this.clock = clock
    this.budget = budget
  }

  /** @throws AppError `RATE_LIMITED` when a query without an index would cost more than is left */
  async select(request: DbRequest, rule: ReadRule, query: CountedQuery): Promise<readonly Row[][]> {
    if (isAlongIndex(rule.listed, request.query)) return this.selectIndexed(request, rule, query)
    await this.budget?.require(getNetwork(request))
    return this.scan(request, rule, query)
  }

  /** Returns the approximate number of a list's rows, at most a minute old. */
  private async estimateSize(table: string, { listed }: ReadRule): Promise<number> {
    const known = this.sizes.get(table)
    if (known !== undefined && this.clock() - known.at < SIZE_CACHE_MS) return known.rows
    const counted = getStoredCount(listed, { filters: [] })
    const [[total] = []] = counted === null ? [] : await run(this.db, [counted])
    const rows = Number(total?.['total'] ?? 0)
    this.sizes.set(table, { rows, at: this.clock() })
    return rows
  }

  /**
   * Runs a query without an index, one at a time per network. Reserves its maximum cost before, and settles it after.
   */
  private async scan(request: DbRequest, rule: ReadRule, query: CountedQuery) {
    const { budget } = this
    const { terms, statements } = query
    const network = getNetwork(request)
    const units = (await this.estimateSize(request.table, rule)) * statements.length * terms
    if (units <= ROWS_OF_A_LIST || budget === null) return this.selectIndexed(request, rule, query)
    return scans.run(network, async () => {
      const settle = await budget.reserve(network, units)
      const { results, rowsRead } = await runCounted(this.db, statements)
      await settle(rowsRead * terms)
      return results
    })
  }

  /** Runs a query along an index. If it reads more than a list does, all of its rows are charged. */
  private async selectIndexed(request: DbRequest, rule: ReadRule, { terms, statements }: CountedQuery) {
    const isListed = isAlongIndex(rule.listed, request.query)
    const source = isListed && request.anyReplica ? this.db.withSession('first-unconstrained') : this.db
    const { results, rowsRead } = await runCounted(source, statements)
    if (rowsRead > ROWS_OF_A_LIST) await this.budget?.charge(getNetwork(request), rowsRead * terms)
    return results
  }
}

const getNetwork = ({ network, caller }: DbRequest): string => network ?? caller.visitor.address
