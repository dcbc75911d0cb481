import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A number that a file says once. */
function numberIn(file: string, where: RegExp): number {
  const [found, ...more] = [...readFileSync(file, 'utf8').matchAll(where)]
  expect([found?.length, more]).toEqual([2, []])
  return Number(found![1])
}

test('the examples come to rest within five seconds: by then their last turn has ended, too', () => {
  const turns = numberIn('web/src/card/use-turns.ts', /\bOWN_TURNS = (\d+)/gu)
  const everyMs = numberIn('web/src/card/use-turns.ts', /\bTURN_EVERY_MS = (\d+)/gu)
  const turnLastsMs = numberIn('web/src/card/example-stage.module.css', /transition: transform (\d+)ms/gu)
  expect(turns * everyMs + turnLastsMs).toBeLessThanOrEqual(5000)
})
