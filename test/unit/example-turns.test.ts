import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Returns a number that occurs once in a file. */
function numberIn(file: string, where: RegExp): number {
  const [found, ...more] = [...readFileSync(file, 'utf8').matchAll(where)]
  expect([found?.length, more]).toEqual([2, []])
  return Number(found![1])
}

test('stops the example carousel within five seconds, including its last transition', () => {
  const turns = numberIn('web/src/card/use-turns.ts', /\bAUTO_TURNS = (\d+)/gu)
  const everyMs = numberIn('web/src/card/use-turns.ts', /\bTURN_EVERY_MS = (\d+)/gu)
  const turnLastsMs = numberIn('web/src/card/example-stage.module.css', /transition: transform (\d+)ms/gu)
  expect(turns * everyMs + turnLastsMs).toBeLessThanOrEqual(5000)
})
