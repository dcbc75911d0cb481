/** `npm run bench -- size`: runs one benchmark by its name; further arguments go to it. Each says what it measures. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const FILES: Readonly<Record<string, string>> = {
  counts: 'counts.ts',
  faces: 'faces-table.ts',
  generation: 'generation.ts',
  lighthouse: 'lighthouse.ts',
  memory: 'memory.ts',
  realtime: 'realtime.ts',
  render: 'render.ts',
  rest: 'rest.ts',
  size: 'size.mjs',
}

const [name = '', ...rest] = process.argv.slice(2)
const file = FILES[name]
if (file === undefined) throw new Error(`npm run bench -- ${Object.keys(FILES).join('|')}`)
const path = fileURLToPath(new URL(file, import.meta.url).href)
process.exitCode = spawnSync(process.execPath, [path, ...rest], { stdio: 'inherit' }).status ?? 1
