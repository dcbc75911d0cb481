import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

const IMPORT = /(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g
const importsIn = (file: string, text: string) =>
  [...text.matchAll(IMPORT)].map(([, other = '']) => posix.join(posix.dirname(file), other))

/** Returns the files of a static import cycle, or null. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of imports.get(file) ?? []) {
      const found = walk(next, [...path, file])
      if (found) return found
    }
    done.add(file)
    return null
  }
  return [...imports.keys()].map((file) => walk(file, [])).find((found) => found !== null) ?? null
}

/** Needs `npm run build` first. */
describe('the built scripts', () => {
  const files = globSync('web/dist/assets/*.js')
  const imports = new Map(files.map((file) => [file, importsIn(file, readFileSync(file, 'utf8'))]))

  test('finds imports among the built scripts', () => expect([...imports.values()].flat().length).toBeGreaterThan(20))
  test('has no circular import among the built scripts', () => expect(circleIn(imports)).toBeNull())
})

test('detects a cycle of built scripts', () => {
  expect(importsIn('a/b.js', 'import{a as t}from"./c.js";import"./d.js";import(`./e.js`)')).toEqual([
    'a/c.js',
    'a/d.js',
  ])
  expect(
    circleIn(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b', 'c', 'b'])
  expect(
    circleIn(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['c']],
        ['c', []],
      ]),
    ),
  ).toBeNull()
})
