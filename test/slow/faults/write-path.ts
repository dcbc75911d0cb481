import { describe, expect, test } from 'vitest'
import { type ErrorCode, ERRORS, isErrorCode } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { ORIGIN } from '../../support/app.ts'
import type { Faults, Injection } from '../../support/faults/index.ts'
import type { takeConsole } from '../../support/quiet.ts'
import { atEveryPoint, INSIDE, takeRoutes } from './every-point.ts'

/** A person or a program that has no answer tries again; nothing here may need more. */
const TRIES = 3
/** For all faults of one path on a busy machine. */
const TIMEOUT_MS = 600_000

export type Answered = { readonly status: number; readonly code: string | null }

/** One way to change something, and all that it may change. */
export type WritePath<World> = {
  /** As the app lists it, such as `POST /api/cards`; null for what no request asks for. */
  readonly route: string | null
  readonly what: string
  readonly world: () => Promise<World>
  readonly act: (world: World) => Promise<Response>
  /** What is done after a failure. Missing: the same again. */
  readonly again?: (world: World, last: Answered) => Promise<Response>
  /** What whoever asks takes for done. @param nth which try it is, counted from 0 */
  readonly isDone: (answered: Answered, nth: number) => boolean
  /** Until somebody would try again. */
  readonly waitMs?: number
  /** What the product does by itself a while later. */
  readonly afterwards?: (world: World) => Promise<unknown>
  readonly effect: (world: World) => Promise<unknown>
  /** What a page says of a failure, in the place of the code's own sentence. */
  readonly words?: readonly string[]
  /** The codes of the failures that may be told first, beside those of a platform that fails. */
  readonly says?: readonly ErrorCode[]
}

/** One of a list of paths with worlds of different kinds. */
export type AnyPath = WritePath<never>

export const aPath = <World>(path: WritePath<World>): AnyPath => path as unknown as AnyPath

/** What is told when the platform has failed: that it passes. */
const OF_PLATFORM: readonly ErrorCode[] = ['NETWORK_ERROR']
/** What some faults say beside: a fault of ours. */
const OF_FAULT: Readonly<Record<string, readonly ErrorCode[]>> = { 'object constructor throws': ['INTERNAL'] }
/** Sentences that stand in for a code's own. */
const OTHER_WORDS: Partial<Record<ErrorCode, readonly string[]>> = {
  TOO_SOON: [FAILURE.contactTooSoon],
  AI_FAILED: [CLIENT_FAILURE.aiFailed],
}

type Read = Answered & { readonly text: string; readonly isJson: boolean; readonly retryAfter: string | null }

async function read(response: Response): Promise<Read> {
  // Where a page is led back to with a failure, its address says which.
  const led = new URL(response.headers.get('location') ?? '/', ORIGIN).searchParams
  const text = `${await response.text()}${led.get('error_description') ?? ''}`
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  const said = isJson && text !== '' ? (JSON.parse(text) as { code?: string } | null) : null
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, code: said?.code ?? led.get('error'), text, isJson, retryAfter }
}

/** Does an act with one fault, as often as somebody would. @returns what came of it */
async function tried<World>(path: WritePath<World>, { faults, time }: Setting, injection: Injection | null) {
  const world = await path.world()
  takeRoutes()
  const { answer, points, isHit } = await faults.during(injection, async () => read(await path.act(world)))
  const routes = takeRoutes()
  const answers = [answer]
  while (!path.isDone(answers.at(-1)!, answers.length - 1) && answers.length < TRIES) {
    time.now += path.waitMs ?? 1000
    const again = path.again ?? path.act
    answers.push(await read(await again(world, answers.at(-1)!)))
  }
  await path.afterwards?.(world)
  return { points, isHit, routes, answers, effect: await path.effect(world) }
}

/** A failure has one of the codes that this path may tell, its status, and its sentence: nothing of the inside. */
function requireRightWords(
  { says = [], words = [] }: Pick<AnyPath, 'says' | 'words'>,
  { status, code, text, isJson, retryAfter }: Read,
  where: string,
) {
  // Whoever is told that it passes is told when to ask again.
  if (status === 503) expect(retryAfter, where).toMatch(/^[1-9]\d*$/)
  const codes = [...OF_PLATFORM, ...says, ...(OF_FAULT[where.split(' at ')[0]!] ?? [])]
  if (!isJson) {
    const sentences = words.length > 0 ? words : codes.map((name) => ERRORS[name].message)
    expect(
      sentences.some((sentence) => text.includes(sentence)),
      `${where}: ${text.slice(0, 4000)}`,
    ).toBe(true)
    return
  }
  expect([where, codes.includes(code as ErrorCode), code]).toEqual([where, true, code])
  if (!isErrorCode(code)) return
  const { error } = JSON.parse(text) as { error: string }
  expect([where, status]).toEqual([where, ERRORS[code].status])
  expect([ERRORS[code].message, ...(OTHER_WORDS[code] ?? [])], `${where}: ${error}`).toContain(error)
}

/** Whether a route that has answered is the one of a path. */
const isAt = (listed: string, answered: string): boolean =>
  listed === answered || (listed.startsWith('ALL ') && listed.slice(4) === answered.slice(answered.indexOf(' ') + 1))

type Setting = {
  readonly faults: Faults
  readonly time: { now: number }
  /** Of the file itself: files share this module, and each has a console of its own. */
  readonly takeConsole: typeof takeConsole
  /** How many of all faults, where each takes long. */
  readonly part?: number
}

/** Every path with a fault before and after each of its calls, and then tried again. */
export function describeOnce(paths: readonly AnyPath[], setting: Setting): void {
  describe.each(paths)('$what', (path) => {
    test(
      'takes effect exactly once, whichever call fails before or after it was made',
      async () => {
        await atEveryPoint(
          (injection) => tried(path, setting, injection),
          ({ answers, effect }, whole, where) => {
            setting.takeConsole()
            setting.takeConsole('warn')
            expect(whole.answers.map(({ status, code }) => ({ status, code }))).toHaveLength(1)
            if (path.route !== null) expect(whole.routes.some((route) => isAt(path.route!, route))).toBe(true)
            const told = answers.map(({ status, code }) => `${status} ${code ?? ''}`).join(', ')
            expect(path.isDone(answers.at(-1)!, answers.length - 1), `${where}: answered ${told}`).toBe(true)
            expect({ where, effect }).toEqual({ where, effect: whole.effect })
            for (const { text } of answers) expect(text, where).not.toMatch(INSIDE)
            for (const [nth, answer] of answers.entries())
              if (!path.isDone(answer, nth)) requireRightWords(path, answer, where)
          },
          setting.part,
        )
      },
      TIMEOUT_MS,
    )
  })
}

const isStatus =
  (...statuses: number[]) =>
  ({ status }: Answered): boolean =>
    statuses.includes(status)
export { isStatus }
