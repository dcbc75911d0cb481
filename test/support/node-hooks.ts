/**
 * Lets Node load the renderer like the Worker, with WebAssembly as a module and fonts as bytes. Import this file first,
 * and the renderer dynamically.
 */
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const WASM = '@takumi-rs/wasm/auto'
const WASM_FILE = 'takumi_wasm_bg.wasm'

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== WASM) return next(specifier, context)
    const { url } = next('@takumi-rs/wasm', context)
    return { url: new URL(`../pkg/${WASM_FILE}?module`, url).href, shortCircuit: true }
  },
  load(url, context, next) {
    if (url.endsWith('.woff2'))
      return createModule(url, 'bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)')
    if (url.endsWith('/kernels.wasm') || url.endsWith('/webp_enc_simd.wasm'))
      return createModule(url, 'new WebAssembly.Module(bytes)')
    if (url.endsWith('.wasm?module')) return createModule(url.replace('?module', ''), 'new WebAssembly.Module(bytes)')
    return next(url, context)
  },
})

/** A module whose default export is built from the bytes of a file. */
function createModule(url: string, made: string) {
  const path = JSON.stringify(fileURLToPath(url))
  const source = `import { readFileSync } from 'node:fs'\nconst bytes = readFileSync(${path})\nexport default ${made}`
  return { format: 'module', shortCircuit: true, source } as const
}

await import('./node-weights.ts')
