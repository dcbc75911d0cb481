import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { FALLBACKS } from '../../support/browsers/fallbacks.ts'
import { lacksOfScript, membersOf, questionsOf } from '../../support/browsers/scripts.ts'
import { lacksOfStyles } from '../../support/browsers/styles.ts'
import type { Lack } from '../../support/browsers/support.ts'

const filesIn = (pattern: string) =>
  globSync(`web/dist/${pattern}`).map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Everything that a browser is sent as a file: run `npm run build` before. */
describe('what the build uses and Safari 16.4 or Firefox 128 lacks', () => {
  const styles = filesIn('**/*.css')
  const scripts = filesIn('**/*.js')
  let lacks: (Lack & { file: string })[] = []

  beforeAll(() => {
    const own = new Set(scripts.flatMap(({ text }) => membersOf(text)))
    // One file may ask, and fetch the one that uses it.
    const asked = scripts.flatMap(({ text }) => questionsOf(text).filter((name) => /^[A-Z]/.test(name)))
    lacks = [
      ...styles.flatMap(({ file, text }) => lacksOfStyles(text).map((lack) => ({ ...lack, file }))),
      ...scripts.flatMap(({ file, text }) => lacksOfScript(text, own, asked).map((lack) => ({ ...lack, file }))),
    ]
  })

  test('is looked for in a build', () => {
    expect(styles.length).toBeGreaterThan(5)
    expect(scripts.length).toBeGreaterThan(20)
  })

  test('has a fallback', () => {
    const bare = lacks.filter(({ key, hasFallback }) => !hasFallback && !(key in FALLBACKS))
    expect(bare.map(({ file, key, where }) => `${file}: ${key} in ${where}`)).toEqual([])
  })

  test('is no longer listed when it is no longer used', () => {
    const used = new Set(lacks.filter(({ hasFallback }) => !hasFallback).map(({ key }) => key))
    expect(Object.keys(FALLBACKS).filter((key) => !used.has(key))).toEqual([])
  })
})
