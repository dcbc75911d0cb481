/**
 * `npm run bench -- cheeks`: what comes of many faces, in numbers: how they are found and drawn, how far skin, eyes and gear
 * are off, by skin and in all. Photos are chosen as for `npm run bench -- faces`. `-- --without=classes` draws each photo without
 * the class net too and tells what that net changes; `--json=file` keeps every number, `--against=file` sets an earlier
 * run's beside this one's. Prints, asserts nothing.
 */
import '../support/node-hooks.ts'
import { readOptions } from './faces/options.ts'

const { choice, without, json, against, folders } = readOptions(process.argv.slice(2), {
  without: { type: 'string' },
  json: { type: 'string' },
  against: { type: 'string' },
})
if (folders.length > 0) throw new Error(`${folders.join(' ')}: the folder of photos is set as FACES`)
if (without !== undefined && without !== 'classes')
  throw new Error(`--without=${without}: only classes can be left out`)

const { printTable } = await import('./faces/table.ts')
await printTable({
  ...choice,
  withoutClasses: without === 'classes',
  json: json ?? null,
  against: against ?? null,
})
