/**
 * `npm run bench -- size`: runs one benchmark by its name and passes further arguments on. Each file's header says what
 * it measures.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const FILES: Readonly<Record<string, string>> = {
  cheeks: 'faces-table.ts',
  counts: 'counts.ts',
  faces: 'faces.ts',
  generation: 'generation.ts',
  league: 'league.ts',
  lighthouse: 'lighthouse.ts',
  memory: 'memory.ts',
  realtime: 'realtime.ts',
  render: 'render.ts',
  rest: 'rest.ts',
  seed: 'seed.ts',
  sheet: 'sheet.ts',
  size: 'size.mjs',
  votes: 'votes.ts',
}

const [name = '', ...rest] = process.argv.slice(2)
const file = FILES[name]
if (file === undefined) throw new Error(`npm run bench -- ${Object.keys(FILES).join('|')}`)
const path = fileURLToPath(new URL(file, import.meta.url).href)
process.exitCode = spawnSync(process.execPath, [path, ...rest], { stdio: 'inherit' }).status ?? 1
