/**
 * Lets Node load the renderer as the Worker does: its WebAssembly as a module, faces as bytes. To be imported before
 * anything that imports the renderer, which therefore has to be imported dynamically.
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
      return moduleOf(url, 'bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)')
    if (url.endsWith('/kernels.wasm') || url.endsWith('/webp_enc_simd.wasm'))
      return moduleOf(url, 'new WebAssembly.Module(bytes)')
    if (url.endsWith('.wasm?module')) return moduleOf(url.replace('?module', ''), 'new WebAssembly.Module(bytes)')
    return next(url, context)
  },
})

/** A module whose default export is made of the bytes of a file. */
function moduleOf(url: string, made: string) {
  const path = JSON.stringify(fileURLToPath(url))
  const source = `import { readFileSync } from 'node:fs'\nconst bytes = readFileSync(${path})\nexport default ${made}`
  return { format: 'module', shortCircuit: true, source } as const
}

await import('./node-weights.ts')
