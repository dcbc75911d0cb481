import { expect, inject, vi } from 'vitest'
import { type Injection, injectionsOf, type Point, toldOf } from '../../support/faults/index.ts'

const { seed, share } = inject('hostile')

/** What nobody outside is to read: the words of the platform and of its parts. */
export const INSIDE =
  /D1_ERROR|SQLITE|KV (?:GET|PUT)|Durable Object|Network connection lost|internal error|reading properties|10001|error code: 1016/i

let asked: string[] = []

/** Takes the routes that have answered since the last call, as the app lists them: `POST /api/cards`. */
export function takeRoutes(): string[] {
  const taken = asked
  asked = []
  return taken
}

/** What is logged of a failure is for the people who run the site; of a request its line says which route answered. */
function hear(line: unknown): void {
  if (typeof line !== 'string' || !line.startsWith('{"event":"request"')) return
  const { method, route } = JSON.parse(line) as { method: string; route: string }
  asked.push(`${method} ${route}`)
}

type Run<T> = (
  injection: Injection | null,
) => Promise<T & { readonly points: readonly Point[]; readonly isHit: boolean }>

/**
 * Does an act without a fault, then once for each call that it made and each moment, with a fault there that the seed
 * chooses: all of them by `npm run faults`, else a tenth, also by the seed. Every point that was chosen has to be reached.
 *
 * @param judge compares a run with a fault with the one without, and takes what the console said: files share this module,
 *   and each has a console of its own
 * @param part how many of all, where not as many as of everything hostile
 */
export async function atEveryPoint<T>(
  run: Run<T>,
  judge: (got: T, whole: T, where: string) => unknown,
  part = share,
): Promise<void> {
  const quiet = vi.spyOn(console, 'log').mockImplementation(hear)
  try {
    // What is looked up once and kept is none of what every request does.
    await run(null)
    const whole = await run(null)
    const chosen = injectionsOf(whole.points, { seed, share: part })
    expect(chosen.length).toBeGreaterThan(0)
    const missed: string[] = []
    for (const injection of chosen) {
      const where = `${toldOf(injection)}, HOSTILE_SEED=${seed}`
      const got = await run(injection)
      if (!got.isHit) missed.push(where)
      await judge(got, whole, where)
    }
    expect(missed, 'points that no run has reached').toEqual([])
    if (part === 1) tell(whole.points, chosen)
  } finally {
    quiet.mockRestore()
  }
}

/** For `npm run faults`, which adds them up. */
function tell(points: readonly Point[], chosen: readonly Injection[]): void {
  const calls = points.filter((point) => point.part !== 'clock').length
  const [before, after] = (['before', 'after'] as const).map(
    (moment) => chosen.filter(({ fault }) => fault.moment === moment).length,
  )
  const test = expect.getState().currentTestName
  // oxlint-disable-next-line no-console -- what the command is run for
  console.info(JSON.stringify({ event: 'faults', test, calls, before, after }))
}
