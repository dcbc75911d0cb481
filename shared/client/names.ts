import type { Row } from './rows.ts'

/** `touchdownPower` → `touchdown_power`: an underscore before every capital. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `touchdown_power` → `touchdownPower`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const renameKeys = (row: Row, rename: (name: string) => string): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]))

/** Renames a record's fields to columns. Keys inside JSON values stay. */
export const toColumns = (record: Row): Row => renameKeys(record, snakeCase)
export const fromColumns = (row: Row): Row => renameKeys(row, camelCase)
