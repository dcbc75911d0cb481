import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compatibilityDate } from '../support/serve-worker.ts'

type Packed = { file: string; files: string[]; bytes: number }
const { CLIENT_PACKAGE, packClient, writeClientPackage } = (await import(
  new URL('../../.dev/package-client.mjs', import.meta.url).href
)) as {
  CLIENT_PACKAGE: string
  packClient: (folder: string, destination: string) => Promise<Packed>
  writeClientPackage: (folder: string) => Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url).href)
const run = promisify(execFile)

/** An app of another project, in its own folder. */
const scratch = mkdtempSync(join(tmpdir(), 'client-package-'))
const installed = join(scratch, 'node_modules', CLIENT_PACKAGE)
let packed: Packed

beforeAll(async () => {
  await writeClientPackage(join(scratch, 'built'))
  packed = await packClient(join(scratch, 'built'), scratch)
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', packed.file, '-C', installed, '--strip-components=1'])
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join(installed, name), 'utf8')
const named = (ending: string) =>
  readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending))

const USE = `
import { AppError, createClient, type Client, type User } from '${CLIENT_PACKAGE}'

export const backend: Client = createClient({ projectId: 'p', key: 'k', coreUrl: 'http://127.0.0.1:1' })
export type Note = { id: string; text: string }
export async function use(file: Blob): Promise<string[]> {
  const user: User = await backend.auth.signUp({ email: 'ann@example.com', password: 'correct horse battery' })
  const notes = await backend.db.table<Note>('notes').list({ where: { text: { like: 'a%' } } })
  const { publicUrl } = await backend.storage.upload(file, \`users/\${user.id}/a.png\`)
  const { text } = await backend.ai.generateText({ prompt: 'Hello' })
  const failure = new AppError('NOT_FOUND')
  return [publicUrl, text, failure.code, ...notes.map((note) => note.text)]
}
// @ts-expect-error a project is needed
createClient({ coreUrl: '' })
// @ts-expect-error a record is what it was said to be
export const wrong: Promise<number> = backend.db.table<Note>('notes').get('a').then((note) => note!.text)
`
const ON_A_PAGE = `
import { createClient } from '${CLIENT_PACKAGE}'
import { createBrowserHost } from '${CLIENT_PACKAGE}/browser'
export const backend = createClient({ projectId: 'p', coreUrl: location.origin, host: createBrowserHost() })
`

describe('the client package', () => {
  test('packages only the client’s modules, types, README and license', () => {
    const others = packed.files.filter((name) => !/^(?:client|query)\/.+\.(?:js|d\.ts)$/.test(name))
    expect(others).toEqual(['LICENSE', 'README.md', 'package.json'])
    const modules = packed.files.filter((name) => name.endsWith('.js'))
    expect(modules).toContain('client/index.js')
    expect(modules).toContain('client/browser/host.js')
    expect(packed.files).toEqual(
      [...others, ...modules, ...modules.map((name) => name.replace(/js$/, 'd.ts'))].toSorted(),
    )
  })

  test('publishes the client without dependencies, and with every entry point in its manifest', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, unknown> & {
      exports: Record<string, string | { types: string; default: string }>
    }
    const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).toMatchObject({
      name: CLIENT_PACKAGE,
      version: own['version'],
      license: 'MIT',
      type: 'module',
      sideEffects: false,
    })
    expect(read('LICENSE')).toMatch(/^MIT License/)
    for (const field of ['dependencies', 'peerDependencies', 'scripts']) expect(manifest).not.toHaveProperty(field)
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    )
    for (const target of targets) expect(packed.files).toContain(target.slice(2))
  })

  test('imports only its own modules in the client package', () => {
    const outside = [...named('.js'), ...named('.d.ts')].flatMap((name) =>
      [...read(name).matchAll(/(?:from |import\(|import )['"]([^'"]+)['"]/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^\.\.?\/[\w./-]+\.js$/.test(target))
        .map((target) => `${name}: ${target}`),
    )
    // Imports in doc comment examples do not count.
    expect(outside.filter((line) => !line.includes(CLIENT_PACKAGE))).toEqual([])
  })

  test('exports no `any` type from the client package', () => {
    const code = (name: string) => read(name).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    expect(named('.d.ts').filter((name) => /\bany\b/.test(code(name)))).toEqual([])
  })

  test('uses browser globals only in the client’s browser entry point', () => {
    const global = /(?<![\w.#'"-])(?:window|document|location|navigator|localStorage|sessionStorage|history)\s*[.[(]/
    const code = (name: string) => read(name).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*|\/\/ .*/gm, '')
    const users = named('.js').filter((name) => global.test(code(name)))
    expect(users).toEqual(['client/browser/host.js', 'client/browser/page.js'])
  })

  test('keeps the client within the bundle sizes stated in its README', async () => {
    const made = await build({
      configFile: false,
      root: scratch,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2023',
        rollupOptions: { input: createEntry('page.js', ON_A_PAGE), preserveEntrySignatures: 'strict' },
      },
    })
    const [{ output }] = (Array.isArray(made) ? made : [made]) as [{ output: { type: string; code?: string }[] }]
    const code = output.map((chunk) => chunk.code ?? '').join('')
    expect(code).toContain('AbortController')
    const readme = readFileSync(join(ROOT, 'shared/client/README.md'), 'utf8')
    const [, archiveKb, pageKb] = /at most (\d+) KB packed, and (\d+) KB/.exec(readme) ?? []
    expect(packed.bytes / 1024).toBeLessThanOrEqual(Number(archiveKb))
    expect(gzipSync(code).length / 1024).toBeLessThanOrEqual(Number(pageKb))
  })
})

function createEntry(name: string, source: string): string {
  const path = join(scratch, name)
  writeFileSync(path, source)
  return path
}

/** Returns the compiler errors of an app that uses the package; empty if there are none. */
async function compile(name: string, source: string, options: Record<string, unknown>): Promise<string> {
  const folder = join(scratch, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'app.ts'), source)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const strict = { strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true }
  const compilerOptions = { target: 'es2023', ...strict, types: [], ...options }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
  return run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder }).then(
    () => '',
    (failed: { stdout: string }) => failed.stdout,
  )
}

const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext' }
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' }
const getTypes = (name: string) => ({ lib: ['es2023'], types: [name] })

describe('a TypeScript app that uses the client package', () => {
  beforeAll(() => {
    const folder = join(scratch, 'node_modules')
    for (const scope of ['@types', '@cloudflare']) mkdirSync(join(folder, scope))
    // Node's types depend on the last one.
    for (const name of ['@types/node', '@cloudflare/workers-types', 'undici-types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, name))
  })

  test.each([
    ['for Node with nodenext resolution', USE, { ...NODENEXT, ...getTypes('node') }],
    ['for Node with bundler resolution', USE, { ...BUNDLER, ...getTypes('node') }],
    ['for Workers with bundler resolution', USE, { ...BUNDLER, ...getTypes('@cloudflare/workers-types') }],
    [
      'for a page with nodenext resolution',
      USE +
        ON_A_PAGE.replace('export const backend', 'export const own').replace(
          "import { createClient } from 'fantasy-cards-client'",
          '',
        ),
      { ...NODENEXT, lib: ['es2023', 'dom', 'dom.iterable'] },
    ],
    ['for a page with bundler resolution', ON_A_PAGE, { ...BUNDLER, lib: ['es2023', 'dom', 'dom.iterable'] }],
  ])(
    'compiles an app that uses the client package %s',
    async (name, source, options) => {
      expect(await compile(name.replaceAll(/\W/g, '-'), source, options)).toBe('')
    },
    60_000,
  )

  test('reports a type error in an app that misuses a type', async () => {
    const source = `${USE}\nexport const n: number = (await backend.auth.me()).id`
    expect(await compile('wrong', source, { ...BUNDLER, lib: ['es2023', 'dom'] })).toContain('TS2322')
  })
})

/** Runs in any runtime: requests a note from the given backend. */
const ASK = (from: string) => `
import { createClient } from '${from}'
export async function ask(coreUrl) {
  const backend = createClient({ projectId: 'p', key: 'k', coreUrl })
  const [note] = await backend.db.table('notes').list({ limit: 1 })
  return note.madeBy + ' ' + typeof document
}
`

describe("the client's modules at runtime", () => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify([{ id: 'a', made_by: `${request.url} ${request.headers.authorization}` }]))
  })
  let url: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  const ANSWER = '/api/db/p/rest/v1/notes?limit=1 Bearer k undefined'

  test("runs the client's modules in Node", async () => {
    writeFileSync(join(scratch, 'app.mjs'), `${ASK(CLIENT_PACKAGE)}\nconsole.log(await ask(process.argv[2]))`)
    const { stdout, stderr } = await run(process.execPath, ['app.mjs', url], { cwd: scratch })
    expect(stdout.trim() || stderr).toContain(ANSWER.slice(0, 24))
    expect(stdout).toContain('Bearer k undefined')
  })

  test("runs the client's modules in workerd", async () => {
    const modules = named('.js').map((path) => ({ type: 'ESModule' as const, path, contents: read(path) }))
    const contents = `${ASK('./client/index.js')}\nexport default { fetch: async (r) => new Response(await ask(new URL(r.url).searchParams.get('core'))) }`
    const runtime = new Miniflare(
      convertV4MiniflareOptions({
        modules: [{ type: 'ESModule', path: 'worker.js', contents }, ...modules],
        compatibilityDate: compatibilityDate(),
      }),
    )
    try {
      const response = await runtime.dispatchFetch(`http://app.example/?core=${encodeURIComponent(url)}`)
      expect(await response.text()).toContain('Bearer k undefined')
    } finally {
      await runtime.dispose()
    }
  })
})
