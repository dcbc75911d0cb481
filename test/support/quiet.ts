import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

const watched = { error: [] as unknown[][], warn: [] as unknown[][] }
let spies: MockInstance[] = []

// Whatever complains must be expected by its test; silence is the default.
beforeEach(() => {
  watched.error = []
  watched.warn = []
  spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      watched[level].push(args)
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
