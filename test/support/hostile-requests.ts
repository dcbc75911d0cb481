import { expect } from 'vitest'

/** Returns the settings of a property test. The fixed seed makes failures reproducible. */
export const runs = (numRuns: number) => ({ numRuns, seed: 20_261_121, includeErrorInReport: true })

/** Text that no response may contain: database messages, file paths and runtime errors. */
const LEAKS = [
  /SQLITE|D1_ERROR|\.ts:\d|node_modules|TypeError|RangeError/,
  /internal error|insert into|delete from|\bselect\b[^<>]+\bfrom\b/i,
]

/**
 * Asserts that the response to a hostile request is not a server error and leaks nothing.
 *
 * @param what the request, for the failure message
 * @param expected allowed statuses of 500 or more, such as 501 for a known but unsupported call
 */
export async function expectSoundResponse(
  what: string,
  ask: () => Promise<Response>,
  expected: readonly number[] = [501],
) {
  const { status, ok, headers, ...result } = await ask().then(async (response) => ({
    status: response.status,
    ok: response.ok,
    headers: response.headers,
    text: await response.text(),
  }))
  const isOurs = status >= 500 && !expected.includes(status)
  if (isOurs || LEAKS.some((leak) => leak.test(result.text)))
    expect.fail(`${what} was answered ${status}: ${result.text.slice(0, 500)}`)
  return { status, ok, headers, text: result.text }
}

/** Like {@link expectSoundResponse}, and asserts valid JSON, with an error message if the request is rejected. */
export async function expectSoundJson(what: string, ask: () => Promise<Response>) {
  const response = await expectSoundResponse(what, ask)
  const body = JSON.parse(response.text === '' ? 'null' : response.text) as Record<string, unknown> | null
  if (!response.ok) expect(body, what).toMatchObject({ code: expect.any(String) as string })
  return { ...response, body }
}

/** Returns the headers of a separate network for each attempt, so that no rate limit applies. */
export const getNetwork = (n: number) => ({ 'cf-connecting-ip': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` })
