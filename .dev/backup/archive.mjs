import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eraseAgain, LEDGERS } from './erasures.mjs'
import { exportObjects, importObjects } from './objects.mjs'
import { exportTable, importTables, readSchema } from './tables.mjs'

/**
 * A backup is a folder: `state.json` (what it holds and how far it is), `tables/*.ndjson` (a row a line), `objects.ndjson`
 * and `objects/` (the files).
 *
 * @typedef {{ db: D1Database, files: R2Bucket }} Place
 */

const FORMAT = 1
const stateFile = (folder) => join(folder, 'state.json')

/** @throws Error when the folder holds no backup, or one that is not complete */
export function readComplete(folder) {
  if (!existsSync(stateFile(folder))) throw new Error(`${folder} holds no backup`)
  const state = JSON.parse(readFileSync(stateFile(folder), 'utf8'))
  if (state.format !== FORMAT) throw new Error(`${folder} holds a backup of another format (${state.format})`)
  if (!state.complete) throw new Error(`The backup in ${folder} is not complete: run npm run backup again with it`)
  return state
}

/**
 * Copies a place into a folder. One that was interrupted goes on where it was.
 *
 * @param {Place} place
 * @param {string} folder
 * @param {{ onlyErasures?: boolean }} [options] onlyErasures: nothing but the ledgers of what was erased
 * @returns {Promise<{ rows: number, files: number }>}
 * @throws Error when the folder holds a complete backup
 */
export async function backUp({ db, files }, folder, { onlyErasures = false } = {}) {
  // It holds hashes of passwords, mails and messages: nobody else on this machine reads it.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const state = existsSync(stateFile(folder))
    ? JSON.parse(readFileSync(stateFile(folder), 'utf8'))
    : await begin(db, onlyErasures)
  if (state.complete) throw new Error(`${folder} holds a complete backup already: choose another folder`)
  const note = () => {
    // Whole or as it was before.
    writeFileSync(`${stateFile(folder)}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${stateFile(folder)}.new`, stateFile(folder))
  }
  note()
  for (const [table, progress] of Object.entries(state.tables)) await exportTable(db, folder, table, progress, note)
  if (!state.onlyErasures) await exportObjects(files, folder, state.objects, note)
  state.complete = true
  note()
  const rows = Object.values(state.tables).reduce((sum, { rows: some }) => sum + some, 0)
  return { rows, files: state.objects.count }
}

async function begin(db, onlyErasures) {
  const schema = await readSchema(db)
  const names = schema.filter(({ type }) => type === 'table').map(({ name }) => name)
  const wanted = onlyErasures ? names.filter((name) => LEDGERS.includes(name)) : names
  const columns = {}
  for (const name of LEDGERS.filter((ledger) => names.includes(ledger))) {
    const { results } = await db.prepare(`pragma table_info("${name}")`).all()
    columns[name] = results.map((column) => column.name)
  }
  return {
    format: FORMAT,
    startedAt: new Date().toISOString(),
    complete: false,
    onlyErasures,
    schema,
    columns,
    tables: Object.fromEntries(wanted.map((name) => [name, { after: null, rows: 0, bytes: 0, done: false }])),
    objects: { after: null, count: 0, bytes: 0, done: false },
  }
}

/**
 * Fills an empty place from a backup.
 *
 * @param {Place} place
 * @param {string} folder
 * @returns {Promise<{ rows: number, files: number }>}
 * @throws Error when the place holds anything, or the backup is not complete
 */
export async function restore({ db, files }, folder) {
  const { schema, onlyErasures } = readComplete(folder)
  if (onlyErasures) throw new Error(`${folder} holds erasures only: name it with --erasures`)
  const [there, { objects }] = [await readSchema(db), await files.list({ limit: 1 })]
  if (there.length > 0) throw new Error('The database is not empty: restore into a new one')
  if (objects.length > 0) throw new Error('The bucket is not empty: restore into a new one')
  return { rows: await importTables(db, folder, schema), files: await importObjects(files, folder) }
}

/** Erases again what the ledgers in `folder` say. @param {Place} place restored and migrated */
export const applyErasures = ({ db, files }, folder) =>
  eraseAgain(db, files, { folder, columns: readComplete(folder).columns })
