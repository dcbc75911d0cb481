/**
 * `npm run backup -- --to DIR`: copies the database and the files into a folder, without visitors' photos. Interrupted, it
 * goes on with the same folder. Exit code 0: complete; 1: it failed; 2: a wrong call.
 */
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { backUp } from './backup/archive.mjs'
import { openPlace, PLACE_OPTIONS, placeOf } from './backup/place.mjs'
import { readOptions, runCommand, UsageError } from './deploy/options.mjs'

const USAGE = 'npm run backup -- --to DIR [--remote --env staging|production | --data DATA_DIR] [--erasures]'

async function main(args) {
  const options = readOptions(args, {
    ...PLACE_OPTIONS,
    to: { type: 'string' },
    erasures: { type: 'boolean', default: false },
  })
  if (!options.to) throw new UsageError('--to is missing: the folder of the backup')
  const where = placeOf(options)
  const place = await openPlace(where)
  try {
    const { rows, files } = await backUp(place, resolve(options.to), { onlyErasures: options.erasures })
    process.stdout.write(`${rows} rows and ${files} files in ${options.to}\n`)
    return 0
  } finally {
    await place.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCommand(USAGE, () => main(process.argv.slice(2)))
