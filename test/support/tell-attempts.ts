import { expect, inject } from 'vitest'

/** What was attempted by the test that runs: for `npm run hostile`, which adds it up. */
export function tellAttempts(attempts: number): void {
  if (inject('hostile').share < 1) return
  const test = expect.getState().currentTestName
  // oxlint-disable-next-line no-console -- what the command is run for
  console.info(JSON.stringify({ event: 'attempts', test, attempts }))
}
