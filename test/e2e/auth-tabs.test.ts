import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { DESK, listenTo } from './support/browser.ts'
import { orderAll, startPartner } from './support/partner.ts'
import { freePort } from './support/server.ts'
import { countOf, newEmail, signUp } from './support/sign-in.ts'
import { enterStage, type Stage } from './support/stage.ts'

/** Real tabs of one browser, and in each of them frames that know nothing of each other: a hundred clients in all. */
const TABS = 10
const FRAMES = 9
const CLIENTS = TABS * (FRAMES + 1)
const STORE = 'auth-tokens:fantasy-cards'
/** A quarter of an hour, by the tabs' own clocks: what they have is over, what the server has given is not. */
const LATER_MS = 900_000

describe('a hundred that share a sign-in, in ten tabs, @long', () => {
  let stage: Stage
  let closePartner: () => Promise<unknown>
  let context: BrowserContext
  let first: Page
  let email: string
  let complaints: string[]
  const refreshes: number[] = []
  before(async () => {
    stage = await enterStage()
    const port = await freePort()
    closePartner = (await startPartner(port, stage.url)).close
    email = newEmail()
    const tokens = { ...(await signUp(stage, email)), issued_at: Math.floor(Date.now() / 1000), sign_in: 'first' }
    const opened = await stage.open(DESK)
    context = opened.context
    first = opened.page
    complaints = listenTo(context)
    context.on('response', (response) => {
      if (response.url().endsWith('/api/auth/refresh')) refreshes.push(response.status())
    })
    const site = `http://partner.localhost:${port}/`
    await first.goto(site)
    await first.evaluate(([key, text]) => localStorage.setItem(key, text), [STORE, JSON.stringify(tokens)] as const)
    const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()))
    await Promise.all([first, ...others].map((page) => page.goto(`${site}?tabs=${FRAMES}`, { waitUntil: 'commit' })))
    await everybodyIs(email)
  })
  after(async () => {
    await stage.close()
    await closePartner()
  })

  /** Every tab and every frame says so. */
  const everybodyIs = (who: string) =>
    Promise.all(
      context.pages().map((page) =>
        page.waitForFunction(
          ([count, name]) => {
            const all = [window, ...Array.from({ length: count }, (_, i) => window.frames[i])]
            return all.every((one) => one?.document.getElementById('who')?.textContent === name)
          },
          [FRAMES, who] as const,
          { polling: 200, timeout: 90_000 },
        ),
      ),
    )
  /** A tab of another process may read for a moment yet what another has replaced: then it asks too, and that is no harm. */
  function onlyFew(status: number) {
    const seen = refreshes.splice(0)
    assert.deepEqual([...new Set(seen)], [status])
    assert.ok(seen.length <= TABS / 2, `${seen.length} of ${CLIENTS} have asked`)
  }
  const kept = () => first.evaluate((key) => localStorage.getItem(key), STORE)
  const ofSession = (what: string) =>
    stage.store.rows<{ n: number }>(
      `select count(*) as n from refresh_tokens join sessions on sessions.id = session_id join users on users.id = user_id
       where email = ? and ${what}`,
      email,
    )[0]!.n

  test('that renew what they share at the same moment do so by next to no requests, and all stay signed in', async () => {
    assert.deepEqual(await orderAll(first, CLIENTS, { laterMs: LATER_MS, hasLocks: true }), { [email]: CLIENTS })
    onlyFew(200)
    assert.deepEqual([ofSession('true'), ofSession('used_at is null'), ofSession('ended_at is null')], [2, 1, 2])
  })

  test('of which ten cannot wait for each other stay signed in, on one chain of tokens', async () => {
    assert.deepEqual(await orderAll(first, TABS, { laterMs: 2 * LATER_MS, hasLocks: false }), { [email]: TABS })
    assert.deepEqual([...new Set(refreshes.splice(0))], [200])
    assert.deepEqual([ofSession('true'), ofSession('used_at is null'), ofSession('ended_at is null')], [3, 1, 3])
    assert.deepEqual(complaints, [])
  })

  test('are all signed out when another has used their refresh token', async () => {
    const old = (JSON.parse((await kept())!) as { refresh_token: string }).refresh_token
    const refresh = async (token: string) => {
      const answer = await fetch(`${stage.url}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: token }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, string> }
    }
    const next = await refresh(old)
    const afterNext = await refresh(next.body['refresh_token']!)
    assert.deepEqual([next.status, afterNext.status, (await refresh(old)).status], [200, 200, 401])
    assert.equal(ofSession('ended_at is null'), 0)
    assert.equal((await refresh(afterNext.body['refresh_token']!)).body['code'], 'TOKEN_EXPIRED')

    assert.deepEqual(await orderAll(first, CLIENTS, { laterMs: 3 * LATER_MS, hasLocks: true }), { nobody: CLIENTS })
    onlyFew(401)
    await everybodyIs('nobody')
    assert.equal(await kept(), null)
    assert.equal(countOf(stage, 'sessions where ended_at is null', email), 0)
  })
})
