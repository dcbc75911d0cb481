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
  test('finds the documents', () => expect(pages.length).toBeGreaterThan(5))

  test('keeps the README below 8 KB', () => expect(statSync('README.md').size).toBeLessThanOrEqual(MAX_README_BYTES))

  test.each(pages)('checks that %s only links to existing files', (file) => {
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
    const missing = links.map(([, path]) => path!).filter((path) => !existsSync(join(dirname(file), path)))
    expect(missing).toEqual([])
  })

  test.each(pages)('checks that %s only names existing files', (file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/`((?:shared|worker|web|test|\.dev)\/[\w./-]+\.\w+)`/g)]
    expect(named.map(([, path]) => path!).filter((path) => !existsSync(path))).toEqual([])
  })
})

test('matches the settings tables with the schema', () => {
  expect(readFileSync('worker/CONFIGURATION.md', 'utf8')).toBe(pageWithSettings())
})
