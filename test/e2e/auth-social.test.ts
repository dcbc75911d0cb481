import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DESK, launchBrowser, listenTo, openTab } from './support/browser.ts'
import { emailOf, type IdentityService, startIdentityService } from './support/identity-service.ts'
import { failureOf, isWho, startPartner } from './support/partner.ts'
import { countOf, isSignedIn, leaveToSignIn } from './support/sign-in.ts'
import { enterStage, IDENTITY_CLIENT, type Stage } from './support/stage.ts'

describe('signing in by another service @long', () => {
  let stage: Stage
  let service: IdentityService
  let closePartner: () => Promise<unknown>
  let partner: string
  before(async () => {
    stage = await enterStage()
    service = await startIdentityService(stage.identityPort, `${stage.url}/auth/callback/oidc`)
    closePartner = (await startPartner(stage.partnerPort, stage.url)).close
    partner = `http://partner.localhost:${stage.partnerPort}`
  })
  after(async () => {
    await stage.close()
    await service.close()
    await closePartner()
  })

  let people = 0
  let login: string
  beforeEach(() => (login = `ann-${process.pid}-${++people}`))

  /** A site that is called nearly like the partner, and has no business with tokens. */
  const elsewhere = () => `http://partner.localhost.example.localhost:${stage.partnerPort}/`

  /** A tab at the partner's, all of whose windows are listened to. */
  async function visit(address = `${partner}/`) {
    const { page, context } = await stage.open(DESK)
    const complaints = listenTo(context)
    await page.goto(address)
    return { page, context, complaints }
  }

  const enter = async (at: Page) => {
    await at.getByLabel('Who are you?').fill(login)
    await at.getByRole('button', { name: 'Enter' }).click()
  }
  const windowOf = async (page: Page) =>
    (await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'By a window' }).click()]))[0]

  /** What is stored of a user: the account, its identity at the service, the number of sessions. */
  const stored = () => ({
    ...stage.store.rows(
      'select email_verified, password_hash, display_name from users where email = ?',
      emailOf(login),
    )[0],
    identities: countOf(stage, `identities where provider = 'oidc' and subject = '${login}'`, emailOf(login)),
    sessions: countOf(stage, 'sessions where ended_at is null', emailOf(login)),
  })
  const nothing = { identities: 0, sessions: 0 }
  const keptBy = (page: Page) =>
    page.evaluate(() => [Object.keys(localStorage).sort(), Object.keys(sessionStorage).sort()])

  test('in a window closes it, and the page that opened it has the tokens', async () => {
    const { page, context, complaints } = await visit(`${partner}/?team=1#top`)
    const popup = await windowOf(page)
    assert.deepEqual(await popup.evaluate(() => [name, innerWidth, innerHeight]), ['sign-in', 500, 600])
    await Promise.all([popup.waitForEvent('close'), enter(popup)])
    await isWho(page, emailOf(login))
    assert.equal(page.url(), `${partner}/?team=1#top`)
    assert.deepEqual(await keptBy(page), [['auth-tokens:fantasy-cards'], []])
    for (const asked of ['GET /auth', 'POST /token', 'GET /jwks', 'GET /me'])
      assert.ok(service.asked.includes(asked), `the service was asked for ${asked}`)
    assert.deepEqual(stored(), {
      email_verified: 1,
      password_hash: null,
      display_name: `Fan ${login}`,
      identities: 1,
      sessions: 1,
    })
    assert.deepEqual(complaints, [])
    await page.reload()
    await isWho(page, emailOf(login))
    await context.close()
  })

  test('by leaving comes back to where it was, with nothing left in the address, as the same person each time', async () => {
    const { page, context, complaints } = await visit(`${partner}/?team=1#top`)
    for (const time of [1, 2]) {
      await page.getByRole('button', { name: 'By leaving' }).click()
      if (time === 1) await enter(page)
      await isWho(page, emailOf(login))
      assert.equal(page.url(), `${partner}/?team=1#top`)
      assert.deepEqual(await keptBy(page), [['auth-tokens:fantasy-cards'], []])
      assert.deepEqual([stored().identities, stored().sessions], [1, 1])
      const told = page.waitForResponse(/\/api\/auth\/signout$/)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await told
      await isWho(page, 'nobody')
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('is offered on the sign-in page, and leads back to the product', async () => {
    const { page, context, complaints } = await stage.open()
    await page.goto('/my-cards')
    await leaveToSignIn(page)
    await page.getByRole('link', { name: `Continue with ${IDENTITY_CLIENT.name}` }).click()
    await enter(page)
    await isSignedIn(page, emailOf(login))
    assert.equal(page.url(), `${stage.url}/my-cards`)
    assert.deepEqual([stored().identities, stored().sessions], [1, 1])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  const GIVEN_UP: readonly (readonly [name: string, giveUp: (popup: Page) => Promise<unknown>])[] = [
    ['closed by hand', (popup) => popup.close()],
    ['left by the service’s own way out', (popup) => popup.getByRole('link', { name: 'Rather not' }).click()],
  ]
  for (const [name, giveUp] of GIVEN_UP)
    test(`in a window that is ${name} is given up long before its half minute is over, and leaves nothing behind`, async () => {
      const { page, context, complaints } = await visit()
      const popup = await windowOf(page)
      await popup.getByLabel('Who are you?').waitFor()
      const begunAt = Date.now()
      await giveUp(popup)
      assert.equal(await failureOf(page), 'POPUP_CANCELED | Sign-in was canceled. Please try again.')
      assert.ok(Date.now() - begunAt < 10_000, `${Date.now() - begunAt} ms`)
      await isWho(page, 'nobody')
      assert.deepEqual([await keptBy(page), stored(), context.pages().length], [[[], []], nothing, 1])
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('in a window that the browser does not let open says so', async (t) => {
    // A browser blocks a window that no click asked for; a headless shell has no blocker, but a switch that does the same.
    const browser = await launchBrowser(['--disable-popup-blocking'], ['--block-new-web-contents'])
    t.after(() => browser.close())
    const { page, context } = await openTab(browser, stage.url, DESK)
    const complaints = listenTo(context)
    const before = service.asked.length
    await page.goto(`${partner}/?at-once`)
    const said = await failureOf(page)
    assert.match(said, /^POPUP_CANCELED \| .* \| The browser did not let the sign-in window open\.$/)
    assert.deepEqual([await keptBy(page), context.pages().length], [[[], []], 1])
    assert.equal(service.asked.length, before)
    assert.deepEqual(complaints, [])
  })

  test('in a window tells nothing to a page that has taken the place of the one that asked', async () => {
    const { page, context } = await visit()
    const popup = await windowOf(page)
    await popup.getByLabel('Who are you?').waitFor()
    await page.evaluate((address) => location.assign(address), elsewhere())
    await page.waitForURL(elsewhere())
    await page.evaluate(() => {
      const heard: unknown[] = []
      addEventListener('message', ({ data }) => heard.push(data))
      Object.assign(window, { heard })
    })
    await Promise.all([popup.waitForEvent('close'), enter(popup)])
    assert.deepEqual(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard), [])
    assert.deepEqual(await keptBy(page), [[], []])
    await context.close()
  })

  test('tells a site that is not listed nothing, however it asks', async () => {
    const before = service.asked.length
    const { page, context } = await visit(elsewhere())
    const popup = await windowOf(page)
    await popup.getByText('Redirect failed. Please try again.').waitFor()
    await popup.close()
    await page.getByRole('button', { name: 'By leaving' }).click()
    await page.getByText('Redirect failed. Please try again.').waitFor()
    assert.equal(service.asked.length, before)
    await context.close()
  })
})
