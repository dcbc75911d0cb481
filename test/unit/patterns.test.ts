import { readdirSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const SIDES = ['shared', 'worker', 'web/src']

type Pattern = { readonly pattern: string; readonly flags: string }

/** The regular expressions that a source is written with. */
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

/** The patterns that take quadratic time or worse for some text: two quantifiers overlap, or one begins anywhere. */
const slowIn = (name: string, source: string): string[] =>
  patternsIn(name, source)
    .filter(({ pattern, flags }) => analyse({ source: pattern, flags }).reports.length > 0)
    .map(({ pattern, flags }) => `/${pattern}/${flags}`)

describe('regular expressions', () => {
  it.each(SIDES)('take linear time for every text in %s', (side) => {
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
    ['two classes that share the dot', String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`],
    ['a repeated repetition', '/^(?:a+)+$/'],
    ['a run that may begin anywhere', '/[^<>]+@/'],
  ])('are found to be slow by %s', (_, pattern) => {
    expect(slowIn('a.ts', `const found = ${pattern}.test(text)`)).toEqual([pattern])
  })
})
