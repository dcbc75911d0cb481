import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const { pageWithSettings } = (await import(new URL('../../../.dev/settings.mjs', import.meta.url).href)) as {
  pageWithSettings: () => string
}

const MAX_README_BYTES = 8 * 1024

const pages = ['.', 'shared', 'worker', 'web', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => /(^|\/)[A-Z]+\.md$/.test(name) && !name.startsWith('dist/'))
    .map((name) => join(folder, name)),
)

describe('the documents', () => {
  test('are there', () => expect(pages.length).toBeGreaterThan(5))

  test('begin with one page of at most 8 KB', () =>
    expect(statSync('README.md').size).toBeLessThanOrEqual(MAX_README_BYTES))

  test.each(pages)('%s links only to what exists', (file) => {
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
    const missing = links.map(([, path]) => path!).filter((path) => !existsSync(join(dirname(file), path)))
    expect(missing).toEqual([])
  })

  test.each(pages)('%s names only files that exist', (file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/`((?:shared|worker|web|test|\.dev)\/[\w./-]+\.\w+)`/g)]
    expect(named.map(([, path]) => path!).filter((path) => !existsSync(path))).toEqual([])
  })
})

test('the tables of settings say what the schema says', () => {
  expect(readFileSync('worker/CONFIGURATION.md', 'utf8')).toBe(pageWithSettings())
})
