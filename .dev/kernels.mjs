/** `node .dev/kernels.mjs`: makes the WebAssembly of the nets' kernels of their text. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import wabt from 'wabt'
import { root } from './env.mjs'

const folder = join(root, 'shared', 'vision', 'engine')

/** @returns {Promise<Uint8Array>} what kernels.wasm has to be */
export async function compileKernels() {
  const { parseWat } = await wabt()
  const parsed = parseWat('kernels.wat', readFileSync(join(folder, 'kernels.wat'), 'utf8'), { simd: true })
  parsed.validate()
  return parsed.toBinary({}).buffer
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(folder, 'kernels.wasm'), await compileKernels())
