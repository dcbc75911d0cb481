import { type Fragment, sql } from './fragment.ts'
import type { Row } from './request.ts'

/**
 * A statement's compiled form names the transaction it needs: `p2` is not 0 when it writes, `p3` is the version of the
 * schema it was compiled for (https://sqlite.org/opcode.html#Transaction). The pragma that tells the version is closed.
 */
const findTransaction = (program: readonly Row[]): Row | undefined =>
  program.find(({ opcode }) => opcode === 'Transaction')

export const explained = ({ sql, params }: Fragment): Fragment => ({ sql: `explain ${sql}`, params })

/** @param program what `explained` answers */
export const isWrite = (program: readonly Row[]): boolean => (findTransaction(program)?.['p2'] ?? 0) !== 0

/**
 * Asks for the version of the schema. It reads no row. Its text is never the same twice: the database keeps compiled
 * statements by their text, and would show one that was compiled for an older version.
 */
export const askVersion = (): Fragment => explained(sql(`select 1 from sqlite_schema -- ${crypto.randomUUID()}`))

/** @param program what `askVersion` answers */
export const getVersion = (program: readonly Row[]): number => Number(findTransaction(program)?.['p3'] ?? -1)
