import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collectNotices, formatNotices } from '../../../web/licenses/notices.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url).href)

describe('third-party licenses', () => {
  const notices = collectNotices(ROOT)
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >

  test('lists every library, font and model of the product, with its version', () => {
    const text = formatNotices(notices)
    for (const [name, version] of Object.entries(manifest.dependencies)) expect(text).toContain(`${name} ${version} (`)
  })

  test('lists no development tool', () => {
    const names = new Set(notices.map(({ name }) => name))
    for (const name of ['wrangler', 'vitest', 'playwright-core', 'oxlint']) {
      expect(manifest.devDependencies).toHaveProperty(name)
      expect(names).not.toContain(name)
    }
  })

  test('allows only permissive licenses', () => {
    // MPL-2.0 covers only its own files, which are bundled unchanged.
    const allowed = /MIT|MPL-2.0|ISC|BSD|Apache|OFL|BlueOak|Zlib|Unicode|CC0|Unlicense|0BSD|AFL|Python/u
    const others = notices.filter(
      ({ license, text }) => !allowed.test(license) && !/Apache License|MIT/u.test(text ?? ''),
    )
    expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })
})

describe('license collection', () => {
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

  test('resolves packages like Node, and lists each version once', () => {
    lock({
      '': { dependencies: { a: '1', b: '1' }, devDependencies: { tool: '1' } },
      'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { c: '2' } },
      'node_modules/a/node_modules/c': { version: '2.0.0', license: 'ISC', dependencies: { b: '1' } },
      'node_modules/b': { version: '1.1.0', license: 'MIT', dependencies: { c: '1' } },
      'node_modules/c': { version: '1.0.0', license: 'ISC' },
      'node_modules/tool': { version: '9.0.0', license: 'MIT', dev: true },
    })
    expect(collectNotices(root).map(({ name, version }) => `${name} ${version}`)).toEqual([
      'a 1.0.0',
      'b 1.1.0',
      'c 1.0.0',
      'c 2.0.0',
    ])
  })

  test('prints identical licenses once', () => {
    lock({
      '': { dependencies: { a: '1', b: '1' } },
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
    })
    write('node_modules/a/LICENSE', 'Do what you want.')
    write('node_modules/b/license.md', 'Do what you want.\n')
    expect(formatNotices(collectNotices(root)).match(/Do what you want\./gu)).toHaveLength(1)
    expect(formatNotices(collectNotices(root))).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)')
  })

  test('fails the build for a missing license', () => {
    lock({ '': { dependencies: { a: '1' } }, 'node_modules/a': { version: '1.0.0' } })
    expect(() => collectNotices(root)).toThrow('a 1.0.0 has no license')
  })
})
