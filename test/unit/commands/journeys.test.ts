import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const { chooseJourneys } = (await import(new URL('../../../.dev/e2e.mjs', import.meta.url).href)) as {
  chooseJourneys: (choices?: readonly string[]) => { files: string[]; tag: string | null; atOnce: number }[]
}

const files = readdirSync('test/e2e').filter((name) => name.endsWith('.test.ts'))
/** Titles of groups and tests, as far as they stand in the file as text. */
const titlesOf = (file: string) =>
  [...readFileSync(`test/e2e/${file}`, 'utf8').matchAll(/^( *)(describe|test)\(\s*(['`])(.*?)\3,/gm)].map((match) => ({
    depth: match[1]!.length,
    isGroup: match[2] === 'describe',
    tags: match[4]!.match(/@(?:core|long|alone)\b/g) ?? [],
  }))

describe('the journeys', () => {
  test.each(files)(
    '%s says of each whether it is one that no change may break, a long one, or one that runs alone',
    (file) => {
      const titles = titlesOf(file)
      const groups = titles.filter(({ isGroup }) => isGroup)
      const isTaggedAbove = groups.length > 0 && groups.every(({ tags }) => tags.length === 1)
      const untagged = titles.filter(({ isGroup, tags }) => tags.length !== (isTaggedAbove === isGroup ? 1 : 0))
      expect(titles.length).toBeGreaterThan(0)
      expect(untagged).toEqual([])
    },
  )

  test('are those that no change may break unless others are asked for', () => {
    expect(chooseJourneys()).toEqual(chooseJourneys(['core']))
    expect(chooseJourneys()).toMatchObject([{ tag: '@core', files: expect.arrayContaining(['journey.test.ts']) }])
    expect(chooseJourneys()[0]!.files).not.toContain('storms.test.ts')
    expect(chooseJourneys(['long'])[0]).toMatchObject({
      tag: '@long',
      files: expect.arrayContaining(['storms.test.ts']),
    })
  })

  test('are all of them when all are asked for, last those beside which nothing may run', () => {
    const groups = chooseJourneys(['all'])
    expect(new Set(groups.flatMap((group) => group.files))).toEqual(new Set(files))
    expect(groups.map(({ tag }) => tag)).toEqual(['@core', '@long', '@alone'])
    expect(groups[2]).toMatchObject({ files: ['dev.test.ts'], atOnce: 1 })
  })

  test('are one file by its name', () => {
    expect(chooseJourneys(['contact'])).toMatchObject([{ files: ['contact.test.ts'], tag: null }])
    expect(() => chooseJourneys(['contract'])).toThrow('There is no contract.test.ts in test/e2e')
  })
})
