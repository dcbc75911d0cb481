import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { withMutants } from '../mutate/mutants.ts'
import { TARGETS } from '../mutate/targets.ts'
import { tryMutants } from '../mutate/try-mutants.ts'

const root = fileURLToPath(new URL('../../', import.meta.url).href)
const toUrl = (path: string) => pathToFileURL(root + path).href

/** Runs a file with one mutant active, or none (0). */
function run(source: string, id: number): unknown {
  const { text } = withMutants(source, 1)
  Object.assign(globalThis, { __mutant: (one: number) => one === id })
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- what was just written is what is run
  return (new Function(`${text}; return value`) as () => unknown)()
}

describe('mutants', () => {
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

  test('changes one thing per mutant, and nothing while none is active', () => {
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

  test('records a mutant’s line and original text', () => {
    const { mutants } = withMutants('const a = 1\n\nif (a === 2) throw new Error()\n', 7)
    expect(mutants).toContainEqual({ id: expect.any(Number) as number, line: 3, from: 'a === 2', to: 'a !== 2' })
    expect(mutants.map(({ id }) => id)).toEqual(mutants.map((_, i) => i + 7))
  })
})

test(
  'kills mutants of a target with its tests, and fails for a file that none of them loads',
  { timeout: 180_000 },
  async () => {
    const permissions = TARGETS.find(({ name }) => name === 'can()')
    const { files, tests } = { files: permissions!.files.map(toUrl), tests: permissions!.tests.map(toUrl) }
    const noticed = await tryMutants({ files, tests }, 4)
    expect(noticed).toMatchObject({ killed: 4, survived: [], left: [] })
    const elsewhere = tryMutants({ files: [toUrl('shared/query/reader.ts')], tests })
    await expect(elsewhere).rejects.toThrow('no test loads')
  },
)

test('lists only existing files in the mutation targets', async () => {
  const { existsSync } = await import('node:fs')
  const missing = TARGETS.flatMap(({ files, tests }) => [...files, ...tests]).filter((path) => !existsSync(root + path))
  expect(missing).toEqual([])
})
