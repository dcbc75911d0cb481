import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const DEV = new URL('../../.dev/', import.meta.url).pathname
const IMPORT = /^(?:import|export)\s(?:[\w\s{},*]+\sfrom\s)?'([^']+)'/gm

/** Every module that a module imports before its first line runs, with what those import. */
function listImports(file: string, found = new Set<string>()): Set<string> {
  for (const [, name] of readFileSync(join(DEV, file), 'utf8').matchAll(IMPORT)) {
    if (found.has(name!)) continue
    found.add(name!)
    if (existsSync(join(DEV, name!))) listImports(name!, found)
  }
  return found
}

describe('a fresh clone', () => {
  // Before the install there are no packages, and the system's Node may be 20, which reads no TypeScript.
  it.each(['start.mjs', 'dev.mjs', 'test.mjs', 'e2e.mjs', 'prepare.mjs'])(
    'runs %s with nothing but Node’s own modules',
    (file) => {
      const imports = [...listImports(file)]
      expect(imports).toContain('./env.mjs')
      expect(imports.filter((name) => !/^node:|^\.\/[a-z-]+\.mjs$/.test(name))).toEqual([])
    },
  )
})
