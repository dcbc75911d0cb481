import { expect, it } from 'vitest'
import { type ErrorCode, ERRORS, isErrorCode } from '#shared/client/errors.ts'
import type { FailsOnce, Failure } from '../../support/faults/fails-once.ts'
import type { takeConsole } from '../../support/quiet.ts'

/** Maximum number of attempts that any write may need. A client without a response retries. */
const ATTEMPTS = 3
/** Generous, because a path runs once per call and moment of failure. */
const TIMEOUT_MS = 120_000
/** Platform messages that no response may repeat. */
const LEAKS = /D1_ERROR|SQLITE|KV (?:GET|PUT)|Durable Object|Network connection lost|internal error|\(10001\)/i

export type Answer = { readonly status: number; readonly code: string | null }

/** Calls that change nothing. Losing their response is the same as losing the call. */
const READS = /^\s*select\b|\.(?:head|get|getWithMetadata|list|view)$/i

/** A write, and everything that it may change. */
export type WritePath<World> = {
  /** The title, such as `casts a vote`. */
  readonly does: string
  readonly world: () => Promise<World>
  readonly run: (world: World) => Promise<Response>
  /** The next attempt, if it differs from the first. */
  readonly again?: (world: World, last: Answer) => Promise<Response>
  /** @param nth the attempt, counted from 0 */
  readonly isDone: (result: Answer, nth: number) => boolean
  /** The delay until the next attempt. */
  readonly waitMs?: number
  /** Runs the scheduled task or alarm. */
  readonly afterwards?: (world: World) => Promise<unknown>
  readonly effect: (world: World) => Promise<unknown>
  /** Error codes that are allowed before the write succeeds, besides those of a platform failure. */
  readonly says?: readonly ErrorCode[]
}

type Setting = {
  readonly faults: FailsOnce
  readonly time: { now: number }
  /** Passed in by the test file, because test files share this module and have their own console spies. */
  readonly takeConsole: typeof takeConsole
}

/**
 * Tests a path with a failure before and after each of its calls. The write is retried and must happen exactly once.
 */
export function itHappensOnce<World>(path: WritePath<World>, setting: Setting): void {
  it(
    `${path.does} exactly once, whichever call to the platform fails`,
    async () => {
      // The first run fills the isolate's caches.
      await tried(path, setting, { nth: Infinity, moment: 'before' })
      const whole = await tried(path, setting, { nth: Infinity, moment: 'before' })
      expect(whole.responses).toHaveLength(1)
      let calls = 0
      for (const moment of ['before', 'after'] as const)
        for (let nth = 0, failed: string | null = ''; failed !== null; nth++) {
          if (moment === 'after' && READS.test(whole.calls[nth] ?? '')) continue
          const run = await tried(path, setting, { nth, moment })
          failed = run.failed
          calls += failed === null ? 0 : 1
          const where = `${moment} ${failed?.slice(0, 80)} (call ${nth})`
          expect({ where, effect: run.effect }).toEqual({ where, effect: whole.effect })
          for (const [at, result] of run.responses.entries()) {
            expect(result.text, where).not.toMatch(LEAKS)
            if (!path.isDone(result, at)) requireProductWords(path, result, where)
          }
          expect(path.isDone(run.responses.at(-1)!, run.responses.length - 1), where).toBe(true)
          setting.takeConsole()
          setting.takeConsole('warn')
        }
      expect(calls).toBeGreaterThan(3)
    },
    TIMEOUT_MS,
  )
}

async function tried<World>(
  path: WritePath<World>,
  { faults, time }: Pick<Setting, 'faults' | 'time'>,
  failure: Failure,
) {
  const world = await path.world()
  const { result, calls, failed } = await faults.during(failure, async () => read(await path.run(world)))
  const responses = [result]
  while (!path.isDone(responses.at(-1)!, responses.length - 1) && responses.length < ATTEMPTS) {
    time.now += path.waitMs ?? 1000
    responses.push(await read(await (path.again ?? path.run)(world, responses.at(-1)!)))
  }
  await path.afterwards?.(world)
  return { failed, calls, responses, effect: await path.effect(world) }
}

type ReadResponse = Answer & { readonly text: string; readonly retryAfter: string | null }

async function read(response: Response): Promise<ReadResponse> {
  const text = await response.text()
  const body = text === '' ? null : (JSON.parse(text) as { code?: string } | null)
  return { status: response.status, code: body?.code ?? null, text, retryAfter: response.headers.get('retry-after') }
}

/** Asserts one of the path's error codes with its status and message, and `Retry-After` with a 503. */
function requireProductWords<World>({ says = [] }: WritePath<World>, result: ReadResponse, where: string): void {
  const { status, code, text, retryAfter } = result
  expect(['NETWORK_ERROR', ...says], where).toContain(code)
  if (status === 503) expect(retryAfter, where).toMatch(/^[1-9]\d*$/)
  if (!isErrorCode(code)) return
  const { error } = JSON.parse(text) as { error: string }
  expect({ where, status, isText: error.length > 0 }).toEqual({ where, status: ERRORS[code].status, isText: true })
  if (code === 'NETWORK_ERROR') expect(error, where).toBe(ERRORS[code].message)
}

export const isStatus =
  (...statuses: number[]) =>
  ({ status }: Answer): boolean =>
    statuses.includes(status)
