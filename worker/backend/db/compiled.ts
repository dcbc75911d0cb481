import { type Fragment, sql } from './fragment.ts'
import type { Row } from './request.ts'

/**
 * Finds the transaction in a compiled statement. Its `p2` is not 0 if the statement writes, and its `p3` is the schema
 * version it was compiled for (https://sqlite.org/opcode.html#Transaction). D1 does not allow the pragma for this
 * version.
 */
const findTransaction = (program: readonly Row[]): Row | undefined =>
  program.find(({ opcode }) => opcode === 'Transaction')

export const toExplain = ({ sql, params }: Fragment): Fragment => ({ sql: `explain ${sql}`, params })

/** @param program the result of `explained` */
export const isWrite = (program: readonly Row[]): boolean => (findTransaction(program)?.['p2'] ?? 0) !== 0

/**
 * Asks for the schema version without reading a row. The text is unique, because SQLite caches compiled statements by
 * text and could return one for an older version.
 */
export const createVersionQuery = (): Fragment =>
  toExplain(sql(`select 1 from sqlite_schema -- ${crypto.randomUUID()}`))

/** @param program the result of `createVersionQuery` */
export const getVersion = (program: readonly Row[]): number => Number(findTransaction(program)?.['p3'] ?? -1)
