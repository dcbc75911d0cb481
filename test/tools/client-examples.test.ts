import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { createClient } from '#shared/client/index.ts'

const CLIENT = fileURLToPath(new URL('../../shared/client/', import.meta.url).href)
const scratch = mkdtempSync(join(tmpdir(), 'client-examples-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type Example = { readonly file: string; readonly code: string }

/** Returns every `@example` in the client’s doc comments, without comment marks. */
function readExamples(): Example[] {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.flatMap((file) =>
    [...readFileSync(join(CLIENT, file), 'utf8').matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(([, comment]) => {
      const example = comment!.split(/@example\s/)[1]?.split(/\n\s*\*\s*@/)[0]
      return example === undefined ? [] : [{ file, code: example.replaceAll(/^\s*\* ?/gm, '').trim() }]
    }),
  )
}

/** Examples of the package's public API; the others explain internal functions. */
const examples = readExamples().filter(({ code }) => /\b(?:backend|room|createClient)\b/.test(code))

/** Returns the paths of all functions of an object, such as `auth.signUp`. */
function listMethods(owner: object, path = ''): string[] {
  return Object.entries(owner).flatMap(([name, value]) =>
    typeof value === 'function'
      ? [path + name]
      : value !== null && typeof value === 'object'
        ? listMethods(value as object, `${path}${name}.`)
        : [],
  )
}

/** The app code that the examples assume. */
const APP = `
import { createClient, type AuthOptions, type Client } from '${CLIENT}index.ts'
import { where } from '${CLIENT}../query/ast.ts'
declare const backend: Client
declare const room: ReturnType<Client['realtime']['channel']>
declare const projectId: string, key: string, coreUrl: string
declare const id: string, otherId: string, lastSeenId: string
declare const accessToken: string, token: string, password: string, oldPassword: string, newPassword: string
declare const publicUrl: string, recordingUrl: string
declare const photo: Blob, file: File
declare const schema: { type: 'object'; properties: Record<string, { type: string }> }
declare const checkbox: HTMLInputElement, button: HTMLButtonElement, image: HTMLImageElement, output: HTMLElement
declare function show(...values: unknown[]): void
declare function showQueue(): void
declare function showDelete(): void
`

it('has an example for every public method of the client', () => {
  const client = createClient({ projectId: 'p', key: 'k', coreUrl: 'http://127.0.0.1:1' })
  const methods = [
    ...listMethods(client),
    ...listMethods(client.db.table('notes')),
    ...listMethods(client.rest('notes')),
    ...listMethods(client.realtime.channel('room')),
  ]
  expect(methods.length).toBeGreaterThan(70)
  const isShown = (method: string) => examples.some(({ code }) => code.includes(`.${method.split('.').at(-1)}`))
  expect(methods.filter((method) => !isShown(method))).toEqual([])
})

it('compiles every doc comment example of the client', async () => {
  const bodies = examples.map(
    ({ file, code }, index) => `// ${file}\nexport async function example${index}() {\n${code}\n}`,
  )
  writeFileSync(join(scratch, 'examples.ts'), [APP, ...bodies].join('\n'))
  const config = {
    extends: fileURLToPath(new URL('../../.tsconfig.base.json', import.meta.url).href),
    compilerOptions: {
      noEmit: true,
      composite: false,
      emitDeclarationOnly: false,
      incremental: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      allowImportingTsExtensions: true,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
    },
    files: ['examples.ts'],
  }
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url).href)
  const { stdout } = await promisify(execFile)(tsc, ['-p', scratch, '--pretty', 'false']).catch(
    (failure: { stdout: string }) => failure,
  )
  expect(stdout.split('\n').filter((line) => line.includes('error'))).toEqual([])
})
