import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Behind = { name: string; current: string; latest: string; step: string }
type Runtime = { date: string; line: number; supported: string; versions: string[] }
type Tools = { outdated: () => Promise<string>; runtime: () => Runtime; pinned: () => string[] }

const load = <T>(name: string) => import(new URL(`../../.dev/${name}`, import.meta.url).href) as Promise<T>
const { SETS } = await load<{ SETS: { name: string; has: (name: string) => boolean }[] }>('upgrade/sets.mjs')
const { readOutdated, linesOf } = await load<{
  readOutdated: (output: string) => Behind[]
  linesOf: (behind: Behind[], pinned: string[]) => string[]
}>('upgrade/behind.mjs')
const { compatibilityDate, runtimeFaults, supportedDate, workerdVersions } = await load<{
  compatibilityDate: (text?: string) => { date: string; line: number }
  runtimeFaults: (runtime: Runtime) => string[]
  supportedDate: () => string
  workerdVersions: (lock: { packages: Record<string, { version: string }> }) => string[]
}>('upgrade/runtime.mjs')
const { upgradeCheck } = await load<{
  upgradeCheck: (say: (line: string) => void, tools: Tools) => Promise<number>
}>('upgrade-check.mjs')

const readJson = <T>(name: string) => JSON.parse(readFileSync(name, 'utf8')) as T
const said = (current: string, latest: string) => ({ current, wanted: current, latest, dependent: 'cards' })

describe('what npm says of pinned versions', () => {
  test('is read with the part of the version that moves', () => {
    const output = `npm warn something\n${JSON.stringify({
      vite: said('8.3.8', '9.0.0'),
      ai: said('7.0.173', '7.1.0'),
      hono: [said('4.13.19', '4.13.20')],
      miniflare: said('5.20261023.2-beta', '4.20261001.0'),
      zod: said('4.6.7', '4.6.7'),
    })}\nnpm error something\n`
    expect(readOutdated(output).map(({ name, step }) => `${name} ${step}`)).toEqual([
      'ai minor',
      'hono patch',
      'miniflare other',
      'vite major',
    ])
    expect([readOutdated(''), readOutdated('npm warn something\n')]).toEqual([[], []])
  })

  test.each([
    ['an error of npm', JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed' } }), 'ENOTFOUND'],
    ['one in words', 'npm warn x\nnpm error code EAI_AGAIN\nnpm error network', 'EAI_AGAIN'],
    ['something else', '{ broken }', 'no answer'],
    ['an error with more lines', '{"error":{"code":"ECONNREFUSED"}}\nnpm error network', 'ECONNREFUSED'],
  ])('is a clear failure when it is %s', (_case, output, code) => {
    expect(() => readOutdated(output)).toThrow(
      `The package registry could not be asked (${code}). Try again with a network.`,
    )
  })
})

test('what belongs together is said together, also when not all of it is behind', () => {
  const behind = readOutdated(
    JSON.stringify({
      'react-dom': said('19.3.1', '19.4.0'),
      react: said('19.3.1', '19.4.0'),
      hono: said('4.13.19', '5.0.0'),
    }),
  )
  expect(linesOf(behind, ['react', 'react-dom', '@types/react', '@types/react-dom', 'hono'])).toEqual([
    expect.stringMatching(/^React: raise together, react-dom takes its own version/),
    '  react 19.3.1 -> 19.4.0 (minor)',
    '  react-dom 19.3.1 -> 19.4.0 (minor)',
    '  with @types/react, @types/react-dom, which are the latest',
    'Each alone:',
    '  hono 4.13.19 -> 5.0.0 (major)',
  ])
})

test('every set has at least two packages that are pinned here, and none is in two', () => {
  const { dependencies, devDependencies } = readJson<Record<string, Record<string, string>>>('package.json')
  const pinned = Object.keys({ ...dependencies, ...devDependencies })
  for (const { name, has } of SETS) expect([name, pinned.filter(has).length > 1]).toEqual([name, true])
  for (const name of pinned) expect(SETS.filter(({ has }) => has(name)).length).toBeLessThan(2)
})

describe('the compatibility date', () => {
  test('is none that the pinned runtime does not know, and one runtime is pinned', () => {
    const versions = workerdVersions(readJson('package-lock.json'))
    expect(versions).toHaveLength(1)
    expect(runtimeFaults({ ...compatibilityDate(), supported: supportedDate(), versions })).toEqual([])
    // The lock file and what is installed are one.
    expect(versions[0]).toContain(supportedDate().replaceAll('-', ''))
  })

  test('has one owner: no other file spells it', () => {
    const { date } = compatibilityDate()
    const folders = ['.dev', 'test', 'worker', 'web', 'shared', '.ci', '.github']
    const spelled = folders
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(?:ts|tsx|mjs|js|toml|yml)$/.test(name) && !name.startsWith('dist/'))
          .map((name) => `${folder}/${name}`),
      )
      .filter((file) => new RegExp(`compatibilityDate: '|compatibility_date.*${date}`).test(readFileSync(file, 'utf8')))
    expect(spelled.filter((file) => file !== 'test/tools/upgrade.test.ts')).toEqual([])
  })

  test.each([
    [{ date: '2026-10-24', supported: '2026-10-23' }, 'wrangler.toml:3 asks for 2026-10-24'],
    [{ versions: ['1.1', '1.2'] }, '2 versions of workerd'],
  ])('%j is named', (found, named) => {
    const runtime = { date: '2026-10-06', line: 3, supported: '2026-10-23', versions: ['1.1'], ...found }
    expect(runtimeFaults(runtime)).toEqual([expect.stringContaining(named)])
  })
})

describe('npm run upgrade:check', () => {
  const runtime = { date: '2026-10-06', line: 3, supported: '2026-10-23', versions: ['1.20261023.1'] }
  const check = async (output: string, found: Partial<Runtime> = {}) => {
    const lines: string[] = []
    const tools = { outdated: async () => output, runtime: () => ({ ...runtime, ...found }), pinned: () => ['hono'] }
    return { code: await upgradeCheck((line) => void lines.push(line), tools), lines }
  }

  test('says what is behind and ends well', async () => {
    const { code, lines } = await check(JSON.stringify({ hono: said('4.13.19', '5.0.0') }))
    expect([code, lines.at(-1)]).toEqual([0, '1 pinned versions are behind.'])
    expect(lines[0]).toContain('compatibility date 2026-10-06 (wrangler.toml:3)')
    expect((await check('')).lines.at(-1)).toBe('Every pinned version is the latest.')
  })

  test('says offline what it can, and that the registry was not asked', async () => {
    const { code, lines } = await check(JSON.stringify({ error: { code: 'EAI_AGAIN' } }))
    expect(code).toBe(2)
    expect(lines).toEqual([
      expect.stringContaining('compatibility date'),
      'error: The package registry could not be asked (EAI_AGAIN). Try again with a network.',
    ])
  })

  test('fails for a date that the pinned runtime does not know', async () => {
    expect((await check('', { date: '2027-01-01' })).code).toBe(1)
  })
})
