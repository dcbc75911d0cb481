import type { Row } from './rows.ts'

/** `touchdownPower` → `touchdown_power`: an underscore before every capital. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `touchdown_power` → `touchdownPower`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const renamed = (row: Row, rename: (name: string) => string): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]))

/** A record as a table keeps it. What is inside a value keeps its own names. */
export const toColumns = (record: Row): Row => renamed(record, snakeCase)
export const fromColumns = (row: Row): Row => renamed(row, camelCase)
