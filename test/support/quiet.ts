import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

const watched = { error: [] as unknown[][], warn: [] as unknown[][] }
let spies: MockInstance[] = []
let requestLines: string[] = []
const isRequestLine = (line: unknown) => typeof line === 'string' && line.startsWith('{"event":"request"')

// An error or warning that a test does not expect fails the test.
beforeEach(() => {
  watched.error = []
  watched.warn = []
  spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      watched[level].push(args)
    }),
  )
  // Hides the request lines, and stores them for tests that read them.
  requestLines = []
  // oxlint-disable-next-line no-console -- prints all other lines
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

/** Takes the console output since the test began (or the last call), so that it does not fail the test. */
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

/** Takes the logged ceilings, such as `vote 4`. Other console output still fails the test. */
export function takeReachedCeilings(): string[] {
  const isReached = ([lines]: unknown[]) => typeof lines === 'string' && lines.startsWith('{"event":"ceiling reached"')
  const reached = watched.error.filter(isReached)
  watched.error = watched.error.filter((line) => !isReached(line))
  return reached.map(([lines]) => {
    const { kind, perDay } = JSON.parse(lines as string) as { kind: string; perDay: number }
    return `${kind} ${perDay}`
  })
}
