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
   * @param units rows that may be read, each as often as it is compared
   * @returns what settles it at the units that were read
   * @throws AppError `RATE_LIMITED` when fewer are left
   */
  reserve(network: string, units: number): Promise<(used: number) => Promise<void>>
  charge(network: string, units: number): Promise<void>
}

type RuledReadsDeps = {
  readonly db: D1Database
  readonly clock: Clock
  /** Null: no limit. */
  readonly budget: ReadBudget | null
}

/** The statements of a query, and how often each row is compared. */
type CountedQuery = { readonly terms: number; readonly statements: readonly Fragment[] }

/** Queries that read whole tables, one at a time for each network. */
const scans = new Turns('rows')
const SIZE_CACHE_MS = 60_000

/**
 * Rows that a list along an index may read, with its offset and a hundred rows twice. A caller that reads more is
 * charged for all of it.
 */
const ROWS_OF_A_LIST = 1500

/** Reads by rules, each charged to its network by the rows that it reads. */
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

  /** @throws AppError `RATE_LIMITED` when a query that no index serves would cost more than is left */
  async select(request: DbRequest, rule: ReadRule, query: CountedQuery): Promise<readonly Row[][]> {
    if (isAlongIndex(rule.listed, request.query)) return this.charged(request, rule, query)
    await this.budget?.require(getNetwork(request))
    return this.scanned(request, rule, query)
  }

  /** About how many rows a list has, a minute ago at most. */
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
   * One of a network's queries that no index serves: what it may cost is reserved before it runs, and settled after.
   */
  private async scanned(request: DbRequest, rule: ReadRule, query: CountedQuery) {
    const { budget } = this
    const { terms, statements } = query
    const network = getNetwork(request)
    const units = (await this.estimateSize(request.table, rule)) * statements.length * terms
    if (units <= ROWS_OF_A_LIST || budget === null) return this.charged(request, rule, query)
    return scans.run(network, async () => {
      const settle = await budget.reserve(network, units)
      const { results, rowsRead } = await runCounted(this.db, statements)
      await settle(rowsRead * terms)
      return results
    })
  }

  /** A query along an index. One that reads more than a list is charged for all of it. */
  private async charged(request: DbRequest, rule: ReadRule, { terms, statements }: CountedQuery) {
    const isListed = isAlongIndex(rule.listed, request.query)
    const source = isListed && request.anyReplica ? this.db.withSession('first-unconstrained') : this.db
    const { results, rowsRead } = await runCounted(source, statements)
    if (rowsRead > ROWS_OF_A_LIST) await this.budget?.charge(getNetwork(request), rowsRead * terms)
    return results
  }
}

const getNetwork = ({ network, caller }: DbRequest): string => network ?? caller.visitor.address
