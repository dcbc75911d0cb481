import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { withMutants } from '../mutate/mutants.ts'
import { TARGETS } from '../mutate/targets.ts'
import { tryMutants } from '../mutate/try-mutants.ts'

const root = fileURLToPath(new URL('../../', import.meta.url).href)
const urlOf = (path: string) => pathToFileURL(root + path).href

/** Runs a file with one mutant on, or none (0). */
function run(source: string, id: number): unknown {
  const { text } = withMutants(source, 1)
  Object.assign(globalThis, { __mutant: (one: number) => one === id })
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- what was just written is what is run
  return (new Function(`${text}; return value`) as () => unknown)()
}

describe('a mutant', () => {
  const SOURCE = `
    let value: unknown[] = []
    const add = (one: unknown) => { value = [...value, one] }
    if (value.length > 0) add('many')
    else add('none')
    add(1 < 2 && !false ? 'yes' : ('no' as string))
    add('select a from t where a = 1 and b > 2')
    add(' A '.trim())
    add(/^a+$/.test('aa'))
  `

  test('is one small change; with none on, a file does what it did', () => {
    const { mutants } = withMutants(SOURCE, 1)
    expect(run(SOURCE, 0)).toEqual(['none', 'yes', 'select a from t where a = 1 and b > 2', 'A', true])
    const results = mutants.map(({ id }) => JSON.stringify(run(SOURCE, id)))
    const seen = new Set(results)
    for (const changed of [
      ['many', 'yes', 'select a from t where a = 1 and b > 2', 'A', true],
      ['none', 'no', 'select a from t where a = 1 and b > 2', 'A', true],
      ['none', 'yes', 'select a from t where a = 1 or b > 2', 'A', true],
      ['none', 'yes', 'select a from t where a <> 1 and b > 2', 'A', true],
      ['none', 'yes', 'select a from t where a = 1 and b >= 2', 'A', true],
      ['none', 'yes', 'select a from t where a = 1 and b > 2', ' A ', true],
      ['yes', 'select a from t where a = 1 and b > 2', 'A', true],
    ])
      expect(seen).toContain(JSON.stringify(changed))
  })

  test('is told by its line and what it was', () => {
    const { mutants } = withMutants('const a = 1\n\nif (a === 2) throw new Error()\n', 7)
    expect(mutants).toContainEqual({ id: expect.any(Number) as number, line: 3, from: 'a === 2', to: 'a !== 2' })
    expect(mutants.map(({ id }) => id)).toEqual(mutants.map((_, i) => i + 7))
  })
})

test(
  'the tests of a target notice its mutants; a file that none of them loads is an error',
  { timeout: 180_000 },
  async () => {
    const permissions = TARGETS.find(({ name }) => name === 'can()')
    const { files, tests } = { files: permissions!.files.map(urlOf), tests: permissions!.tests.map(urlOf) }
    const noticed = await tryMutants({ files, tests }, 4)
    expect(noticed).toMatchObject({ killed: 4, survived: [], left: [] })
    const elsewhere = tryMutants({ files: [urlOf('shared/query/reader.ts')], tests })
    await expect(elsewhere).rejects.toThrow('no test loads')
  },
)

test('every file of a target is there', async () => {
  const { existsSync } = await import('node:fs')
  const missing = TARGETS.flatMap(({ files, tests }) => [...files, ...tests]).filter((path) => !existsSync(root + path))
  expect(missing).toEqual([])
})
