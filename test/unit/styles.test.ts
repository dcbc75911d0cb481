import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { classNameOf } from '../../web/class-names.ts'
import { TEAMS } from '#shared/domain/team.ts'

const SRC = 'web/src/'
/** What belongs to no component: custom properties, fonts, and rules of elements. */
const GLOBAL = new Set(['index', 'reset', 'base', 'fonts', 'tokens', 'teams'].map((name) => `${SRC}styles/${name}.css`))
/** What the icon library calls its own. */
const ICON = /^lucide\b/
const LAYERS = ['ui', 'card', 'components']

const read = (file: string) => readFileSync(file, 'utf8')
const withoutComments = (css: string) => css.replaceAll(/\/\*[^]*?\*\//g, '')
const sheets = globSync(`${SRC}**/*.module.css`).map((file) => file.replaceAll('\\', '/'))
const sources = globSync(`${SRC}**/*.{ts,tsx}`).map((file) => file.replaceAll('\\', '/'))
const pages = globSync('worker/edge/pages/html/*.ts').map(read).join('\n')
/** Documents of the Worker's own, which share the styles of the app's first file. */
const documents = globSync('worker/{edge,http,backend/auth/page}/**/*.ts').map(read).join('\n')

/** The names of the classes in a style sheet: what follows a dot in its selectors. */
function classesIn(css: string): string[] {
  const selectors = [...withoutComments(css).matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g)].map(
    ([, selector = '']) => selector,
  )
  const names = selectors
    .join(' ')
    .replaceAll(/\[[^\]]*\]/g, '')
    .matchAll(/\.([A-Za-z_][\w-]*)/g)
  return [...new Set([...names].map(([, name = '']) => name))]
}

type Use = { sheet: string; local: string }
const IMPORT = /^import (\w+) from '([^']+\.module\.css)'$/gm

/** The style sheets that a source imports, and the classes of them that it names. */
function usesIn(file: string, text: string): { imported: string[]; uses: Use[] } {
  const found = [...text.matchAll(IMPORT)].map(([, name = '', from = '']) => ({
    name,
    sheet: from.startsWith('#web/') ? SRC + from.slice('#web/'.length) : resolved(file, from),
  }))
  const uses = found.flatMap(({ name, sheet }) =>
    [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].map(([, local = '']) => ({ sheet, local })),
  )
  return { imported: found.map(({ sheet }) => sheet), uses }
}

function resolved(file: string, from: string): string {
  const parts = dirname(file).split('/')
  for (const step of from.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

const usesOf = sources.map((file) => ({ file, ...usesIn(file, read(file)) }))
const used = new Set(usesOf.flatMap(({ uses }) => uses.map(({ sheet, local }) => `${sheet} ${local}`)))
const defined = new Map(sheets.map((sheet) => [sheet, classesIn(read(sheet))]))
const generated = new Set([...defined].flatMap(([sheet, names]) => names.map((name) => classNameOf(name, sheet))))

test('style sheets stand beside their components, but what belongs to none', () => {
  const others = globSync(`${SRC}**/*.css`).filter((file) => !file.endsWith('.module.css') && !GLOBAL.has(file))
  expect(others).toEqual([])
  expect(sheets.length).toBeGreaterThan(50)
})

test.each([...GLOBAL])('%s has no class', (file) => expect(classesIn(read(file))).toEqual([]))

test('sheets have names of their own, so that classes have', () => {
  const names = sheets.map((sheet) => basename(sheet))
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

describe.each(sheets)('%s', (sheet) => {
  const css = read(sheet)
  const names = defined.get(sheet)!

  test('is one cascade layer', () => {
    expect([...css.matchAll(/^@layer ([^{]+) \{/gm)].map(([, layer]) => layer)).toEqual([
      expect.stringMatching(new RegExp(`^(${LAYERS.join('|')})$`)),
    ])
    expect(css.startsWith('@layer ')).toBe(true)
  })

  test('has classes that are used, none of one letter, and reaches no others', () => {
    const isServed = (name: string) => pages.includes(classNameOf(name, sheet))
    expect(names.filter((name) => !used.has(`${sheet} ${name}`) && !isServed(name))).toEqual([])
    expect(names.filter((name) => name.length < 2)).toEqual([])
    expect(css).not.toMatch(/:global|@import|@apply|@value|composes/)
  })

  test('is imported, outside of ui, only from its own folder', () => {
    const folder = `${dirname(sheet)}/`
    const importers = usesOf.filter(({ imported }) => imported.includes(sheet)).map(({ file }) => file)
    expect(importers).not.toEqual([])
    if (!sheet.startsWith(`${SRC}ui/`)) expect(importers.filter((file) => !file.startsWith(folder))).toEqual([])
  })
})

test('components name only classes that their sheets have', () => {
  const lacking = usesOf.flatMap(({ file, uses }) =>
    uses.filter(({ sheet, local }) => !defined.get(sheet)?.includes(local)).map(({ local }) => `${file}: ${local}`),
  )
  expect(lacking).toEqual([])
})

test('components name no class in words', () => {
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/className="[^"]*"|class="[^"]*"/g)].map(([attribute]) => `${file}: ${attribute}`),
  )
  expect(named).toEqual([])
})

test('pages that the Worker writes name only classes of the sheets, and no styles', () => {
  const names = [...pages.matchAll(/class="([^"]*)"/g)].flatMap(([, value = '']) => value.split(' '))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !generated.has(name))).toEqual([])
  expect(pages).not.toContain('style=')
})

/** The looks that documents and screens share, by the prefix of their names. */
const SHARED = /^(text|button|field|header|footer|hash-rule)-/

test('documents that the Worker writes name only classes of the sheets, beside their own', () => {
  const names = [...documents.matchAll(/class="([^"$]*)"/g)].flatMap(([, value = '']) => value.split(' '))
  expect(names.filter((name) => SHARED.test(name)).length).toBeGreaterThan(50)
  expect(names.filter((name) => SHARED.test(name) && !generated.has(name))).toEqual([])
})

test('no other tool writes styles', () => {
  expect(read('package.json')).not.toMatch(/tailwind|sass|less|styled|emotion/)
})

/** Run `npm run build` before. */
describe('the build', () => {
  const [css, firstPaint] = [
    globSync('web/dist/assets/common-*.css').map(read).join(''),
    read('web/dist/assets/first-paint.json'),
  ]

  test('writes a first paint without a style, of classes that there are', () => {
    expect(firstPaint).not.toMatch(/ style=/)
    const names = [...firstPaint.matchAll(/class=\\"([^"\\]*)\\"/g)].flatMap(([, value = '']) => value.split(' '))
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !generated.has(name) && !ICON.test(name))).toEqual([])
  })

  test('orders the layers before it fills them', () => {
    const at = ['reset', 'base', ...LAYERS].map((layer) => css.search(new RegExp(`@layer (reset,[^;]*)?${layer}\\b`)))
    expect(at.every((place, i) => place >= 0 && place >= (at[i - 1] ?? 0))).toBe(true)
  })

  test('has the colors of every team', () => {
    expect(TEAMS.filter(({ id }) => !new RegExp(`\\[data-team="?${id}"?\\]`).test(css))).toEqual([])
  })
})
