import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Mutant, withMutants } from './mutants.ts'

const MINI = new URL('mini-vitest.ts', import.meta.url).href
const PLATFORM = new URL('platform.ts', import.meta.url).href

/**
 * Loads modules so that the tests of some files run in Node: vitest and the platform are replaced, and the files
 * contain their mutants. Must be called before any of them is imported.
 *
 * @param files URLs (`file:`) of the mutated files; their mutants are passed to `found` as the files are loaded
 */
export function loadMutated(files: readonly string[], found: (file: string, mutants: readonly Mutant[]) => void): void {
  let next = 1
  registerHooks({
    resolve(specifier, context, resolveNext) {
      if (specifier === 'vitest' && context.parentURL !== MINI) return { url: MINI, shortCircuit: true }
      if (specifier.startsWith('cloudflare:')) return { url: PLATFORM, shortCircuit: true }
      const resolved = resolveNext(specifier, context)
      // The runtime of the Worker tests is emptied in another way here.
      return resolved.url.endsWith('/test/support/env.ts') ? { url: PLATFORM, shortCircuit: true } : resolved
    },
    load(url, context, loadNext) {
      // Fonts and compiled code are imported only by the renderer, which is not mutated.
      if (/\.(?:woff2|wasm)(?:\?.*)?$/.test(url))
        return { format: 'module', shortCircuit: true, source: 'export default null' }
      // A bundler needs no `with { type: 'json' }`, but Node does.
      if (url.endsWith('.json')) return loadNext(url, { ...context, importAttributes: { type: 'json' } })
      if (!files.includes(url)) return loadNext(url, context)
      const { text, mutants } = withMutants(readFileSync(fileURLToPath(url), 'utf8'), next)
      next += mutants.length
      found(url, mutants)
      return { format: 'module', shortCircuit: true, source: text }
    },
  })
}
