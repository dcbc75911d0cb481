import { expect } from 'vitest'

/** A guard against hangs, generous for a busy machine. How long things take is measured in `test/bench`. */
const HANG_MS = 2000

/** What no answer may hold: the words of the database, of files and of the runtime. A caller's own words are none. */
const LEAKS = [
  /SQLITE|D1_ERROR|\.ts:\d|node_modules|TypeError|RangeError/,
  /internal error|insert into|delete from|\bselect\b[^<>]+\bfrom\b/i,
]

/** Asks, and fails when the answer hangs. @param what is asked, for the words of the failure */
export async function inTime<T>(what: string, ask: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const answer = await ask()
  const took = performance.now() - began
  if (took >= HANG_MS) expect.fail(`${what} was answered after ${Math.round(took)} ms`)
  return answer
}

/**
 * An answer to something hostile: in time, no failure of ours, and nothing of the inside in it.
 *
 * @param expected statuses from 500 on that are none of our failures; 501: the call is known and does not do this
 */
export async function soundAnswer(what: string, ask: () => Promise<Response>, expected: readonly number[] = [501]) {
  const { answer, text } = await inTime(what, async () => {
    const response = await ask()
    return { answer: response, text: await response.text() }
  })
  const isOurs = answer.status >= 500 && !expected.includes(answer.status)
  if (isOurs || LEAKS.some((leak) => leak.test(text)))
    expect.fail(`${what} was answered ${answer.status}: ${text.slice(0, 500)}`)
  return { status: answer.status, ok: answer.ok, headers: answer.headers, text }
}

/** The text of a page that is shown to people, in time. */
export const pageInTime = (what: string, ask: () => Promise<Response>): Promise<string> =>
  inTime(what, async () => {
    const answer = await ask()
    expect(answer.status, what).toBeLessThan(500)
    return answer.text()
  })

/** A sound answer of a call of the product, which says why it refuses. */
export async function soundJson(what: string, ask: () => Promise<Response>) {
  const answer = await soundAnswer(what, ask)
  const body = JSON.parse(answer.text === '' ? 'null' : answer.text) as Record<string, unknown> | null
  if (!answer.ok) expect(body, what).toMatchObject({ code: expect.any(String) as string })
  return { ...answer, body }
}

/** A network of its own for each attempt, so that no limit ends them. */
export const networkOf = (n: number) => ({ 'cf-connecting-ip': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` })
