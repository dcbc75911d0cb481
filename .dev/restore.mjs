/**
 * `npm run restore -- --from DIR`: fills an empty database and bucket from a backup, brings it to the newest shape and
 * erases again what was erased since (`--erasures DIR`, made by `npm run backup -- --erasures`). Exit code 0: restored; 1: it
 * failed; 2: a wrong call.
 */
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { applyErasures, readComplete, restore } from './backup/archive.mjs'
import { migratePlace, openPlace, PLACE_OPTIONS, placeOf } from './backup/place.mjs'
import { readOptions, runCommand, UsageError } from './deploy/options.mjs'

const USAGE = 'npm run restore -- --from DIR [--erasures DIR] [--remote --env staging|production | --data DATA_DIR]'

async function withPlace(where, work) {
  const place = await openPlace(where)
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}

async function main(args) {
  const options = readOptions(args, { ...PLACE_OPTIONS, from: { type: 'string' }, erasures: { type: 'string' } })
  if (!options.from) throw new UsageError('--from is missing: the folder of a backup')
  const where = placeOf(options)
  const say = (line) => process.stdout.write(`${line}\n`)
  // Before anything is written.
  for (const folder of [options.from, ...(options.erasures ? [options.erasures] : [])]) readComplete(resolve(folder))

  const { rows, files } = await withPlace(where, (place) => restore(place, resolve(options.from)))
  say(`${rows} rows and ${files} files restored`)
  await migratePlace(where)
  if (options.erasures === undefined) {
    say('No --erasures: what was erased after the backup is here again.')
    return 0
  }
  const { accounts, cards } = await withPlace(where, (place) => applyErasures(place, resolve(options.erasures)))
  say(`${accounts} accounts and ${cards} cards erased again`)
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCommand(USAGE, () => main(process.argv.slice(2)))
