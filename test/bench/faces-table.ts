/**
 * `npm run bench -- cheeks`: measures many faces: detection, drawing, and skin, eye and gear errors, by skin group and
 * in total. Photos are chosen as for `npm run bench -- faces`. `-- --without=classes` also draws each photo without the
 * segmentation net and reports the difference. `--json=file` saves all numbers, and `--against=file` compares them with
 * an earlier run. Prints results; makes no assertions.
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
