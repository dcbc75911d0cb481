import { expect } from 'vitest'

/** The settings of a property. The seed is fixed, so a failure is the same again. */
export const runs = (numRuns: number) => ({ numRuns, seed: 20_261_121, includeErrorInReport: true })

/** Text that no answer may hold: the words of the database, of files and of the runtime. */
const LEAKS = [
  /SQLITE|D1_ERROR|\.ts:\d|node_modules|TypeError|RangeError/,
  /internal error|insert into|delete from|\bselect\b[^<>]+\bfrom\b/i,
]

/**
 * Requires that a hostile request gets an ordinary answer: no failure of ours, and no leak.
 *
 * @param what the request, for the words of the failure
 * @param expected statuses from 500 on that are none of our failures; 501: the call is known and does not do this
 */
export async function soundAnswer(what: string, ask: () => Promise<Response>, expected: readonly number[] = [501]) {
  const { status, ok, headers, ...answer } = await ask().then(async (response) => ({
    status: response.status,
    ok: response.ok,
    headers: response.headers,
    text: await response.text(),
  }))
  const isOurs = status >= 500 && !expected.includes(status)
  if (isOurs || LEAKS.some((leak) => leak.test(answer.text)))
    expect.fail(`${what} was answered ${status}: ${answer.text.slice(0, 500)}`)
  return { status, ok, headers, text: answer.text }
}

/** A sound answer of a JSON call, which says why it refuses. */
export async function soundJson(what: string, ask: () => Promise<Response>) {
  const answer = await soundAnswer(what, ask)
  const body = JSON.parse(answer.text === '' ? 'null' : answer.text) as Record<string, unknown> | null
  if (!answer.ok) expect(body, what).toMatchObject({ code: expect.any(String) as string })
  return { ...answer, body }
}

/** A network of its own for each attempt, so that no limit ends them. */
export const networkOf = (n: number) => ({ 'cf-connecting-ip': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` })
