import { readdirSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const SIDES = ['shared', 'worker', 'web/src']

type Pattern = { readonly pattern: string; readonly flags: string }

/** Returns the regular expressions in a source file. */
function patternsIn(name: string, source: string): Pattern[] {
  const found: Pattern[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node) found.push(node.regex as Pattern)
    else Object.values(node).forEach(walk)
  }
  walk(parseSync(name, source).program)
  return found
}

/** Returns the patterns with quadratic or worse running time: overlapping quantifiers, or an unanchored start. */
const slowIn = (name: string, source: string): string[] =>
  patternsIn(name, source)
    .filter(({ pattern, flags }) => analyse({ source: pattern, flags }).reports.length > 0)
    .map(({ pattern, flags }) => `/${pattern}/${flags}`)

describe('regular expressions', () => {
  it.each(SIDES)('keeps every regular expression of %s linear', (side) => {
    const files = readdirSync(side, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => `${side}/${name}`)
    const slow = files.flatMap((file) =>
      slowIn(file, readFileSync(file, 'utf8')).map((pattern) => `${file} ${pattern}`),
    )
    expect(files.length).toBeGreaterThan(10)
    expect(slow).toEqual([])
  })

  it.each([
    ['two overlapping classes', String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`],
    ['nested quantifiers', '/^(?:a+)+$/'],
    ['an unanchored repetition', '/[^<>]+@/'],
  ])('detects a slow regular expression by %s', (_, pattern) => {
    expect(slowIn('a.ts', `const found = ${pattern}.test(text)`)).toEqual([pattern])
  })
})
