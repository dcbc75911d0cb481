import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noticesOf, textOf } from '../../../web/licenses/notices.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url).href)

describe('the licences of what is served', () => {
  const notices = noticesOf(ROOT)
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >

  test('name every library, font and net that the product depends on, with its version', () => {
    const text = textOf(notices)
    for (const [name, version] of Object.entries(manifest.dependencies)) expect(text).toContain(`${name} ${version} (`)
  })

  test('name no tool of the developers', () => {
    const names = new Set(notices.map(({ name }) => name))
    for (const name of ['wrangler', 'vitest', 'playwright-core', 'oxlint']) {
      expect(manifest.devDependencies).toHaveProperty(name)
      expect(names).not.toContain(name)
    }
  })

  test('allow what is done with them', () => {
    // MPL-2.0 covers its own files alone. They are bundled unchanged.
    const allowed = /MIT|MPL-2.0|ISC|BSD|Apache|OFL|BlueOak|Zlib|Unicode|CC0|Unlicense|0BSD|AFL|Python/u
    const others = notices.filter(
      ({ license, text }) => !allowed.test(license) && !/Apache License|MIT/u.test(text ?? ''),
    )
    expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })
})

describe('the licences of a project', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'licenses-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const lock = (packages: object) => write('package-lock.json', JSON.stringify({ packages }))

  test('are found where Node finds the packages, each version once', () => {
    lock({
      '': { dependencies: { a: '1', b: '1' }, devDependencies: { tool: '1' } },
      'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { c: '2' } },
      'node_modules/a/node_modules/c': { version: '2.0.0', license: 'ISC', dependencies: { b: '1' } },
      'node_modules/b': { version: '1.1.0', license: 'MIT', dependencies: { c: '1' } },
      'node_modules/c': { version: '1.0.0', license: 'ISC' },
      'node_modules/tool': { version: '9.0.0', license: 'MIT', dev: true },
    })
    expect(noticesOf(root).map(({ name, version }) => `${name} ${version}`)).toEqual([
      'a 1.0.0',
      'b 1.1.0',
      'c 1.0.0',
      'c 2.0.0',
    ])
  })

  test('that are the same word for word stand there once', () => {
    lock({
      '': { dependencies: { a: '1', b: '1' } },
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
    })
    write('node_modules/a/LICENSE', 'Do what you want.')
    write('node_modules/b/license.md', 'Do what you want.\n')
    expect(textOf(noticesOf(root)).match(/Do what you want\./gu)).toHaveLength(1)
    expect(textOf(noticesOf(root))).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)')
  })

  test('must be said, or there is no build', () => {
    lock({ '': { dependencies: { a: '1' } }, 'node_modules/a': { version: '1.0.0' } })
    expect(() => noticesOf(root)).toThrow('a 1.0.0 says nothing of its licence')
  })
})
