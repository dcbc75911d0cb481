import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TEAMS } from '#shared/domain/team.ts'

const SRC = 'web/src/'
const read = (file: string) => readFileSync(file, 'utf8')
const sheets = globSync(`${SRC}**/*.module.css`)
const sources = globSync(`${SRC}**/*.{ts,tsx}`)

/** Returns the class names in a style sheet. */
function classesIn(css: string): string[] {
  const rules = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g)
  const selectors = [...rules].map(([, selector = '']) => selector.replaceAll(/\[[^\]]*\]/g, ''))
  return [...selectors.join(' ').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)
}

const defined = new Map(sheets.map((sheet) => [sheet, new Set(classesIn(read(sheet)))]))

/** Returns the classes that a component uses and its style sheets lack. */
function missingIn(file: string): string[] {
  const text = read(file)
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)].flatMap(([, name = '', from = '']) => {
    const sheet = from.startsWith('#web/') ? SRC + from.slice('#web/'.length) : posix.join(posix.dirname(file), from)
    const named = [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].map(([, local = '']) => local)
    return named.filter((local) => !defined.get(sheet)?.has(local)).map((local) => `${file}: ${local}`)
  })
}

describe('class names', () => {
  it('defines every class that a component uses', () => {
    expect(sheets.length).toBeGreaterThan(50)
    expect(sources.flatMap(missingIn)).toEqual([])
  })
})

/** These tests read `web/dist`. Run `npm run build` first. */
describe('the build', () => {
  const links = [...read('web/dist/index.html').matchAll(/<link rel="stylesheet"[^>]* href="\/(assets\/[^"]*)"/g)]
  const linked = links.map(([, file]) => read(`web/dist/${file}`))

  it('links the file with the layer order before all others', () => {
    expect(linked[0]!.startsWith('@layer reset')).toBe(true)
  })

  it('includes the colors of every team', () => {
    expect(TEAMS.filter(({ id }) => !new RegExp(`\\[data-team="?${id}"?\\]`).test(linked.join('')))).toEqual([])
  })
})
