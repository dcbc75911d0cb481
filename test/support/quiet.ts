import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

const watched = { error: [] as unknown[][], warn: [] as unknown[][] }
let spies: MockInstance[] = []
let requestLines: string[] = []
const isRequestLine = (said: unknown) => typeof said === 'string' && said.startsWith('{"event":"request"')

// Whatever complains must be expected by its test; silence is the default.
beforeEach(() => {
  watched.error = []
  watched.warn = []
  spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      watched[level].push(args)
    }),
  )
  // One line for each request: kept for the tests that read them, and not shown for all the others.
  requestLines = []
  // oxlint-disable-next-line no-console -- what else is logged is shown as before
  const show = console.log.bind(console)
  spies.push(
    vi.spyOn(console, 'log').mockImplementation((...args: unknown[]) => {
      if (isRequestLine(args[0])) requestLines.push(args[0] as string)
      else show(...args)
    }),
  )
})

afterEach(() => {
  const noise = [...watched.error, ...watched.warn]
  for (const spy of spies) spy.mockRestore()
  expect(noise, 'unexpected console output').toEqual([])
})

/** Takes what the console said since the test began (or the last call), so that it is no longer noise. */
export function takeConsole(level: 'error' | 'warn' = 'error'): unknown[][] {
  const taken = watched[level]
  watched[level] = []
  return taken
}

/** Takes the request lines that the Worker logged since the test began (or the last call). */
export function takeRequestLines(): string[] {
  const taken = requestLines
  requestLines = []
  return taken
}

/** Takes the ceilings that were logged as reached, as in `vote 4`; anything else the console said stays noise. */
export function takeReachedCeilings(): string[] {
  const isReached = ([said]: unknown[]) => typeof said === 'string' && said.startsWith('{"event":"ceiling reached"')
  const reached = watched.error.filter(isReached)
  watched.error = watched.error.filter((line) => !isReached(line))
  return reached.map(([said]) => {
    const { kind, perDay } = JSON.parse(said as string) as { kind: string; perDay: number }
    return `${kind} ${perDay}`
  })
}
