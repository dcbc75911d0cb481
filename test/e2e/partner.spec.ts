import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Site, test as base } from './support/fixtures.ts'
import { IDENTITY_CLIENT, readHosts } from './support/hosts.ts'
import { emailOf, type IdentityService, startIdentityService } from './support/identity-service.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { hasFailed, isWho, orderAll, startPartner } from './support/partner.ts'
import { DESK } from './support/screens.ts'
import { countOf, isSignedIn, leaveToSignIn, newEmail, signUp } from './support/sign-in.ts'

type Elsewhere = {
  /** Another company's accounts. */
  service: IdentityService
  /** Another site that may have tokens. */
  partner: string
  /** A site with almost the same name that may not. */
  stranger: string
}

const test = base.extend<object, Elsewhere>({
  service: [
    async ({ site }, use) => {
      const service = await startIdentityService(readHosts().identityPort, `${site.url}/auth/callback/oidc`)
      await use(service)
      await service.close()
    },
    { scope: 'worker', auto: true },
  ],
  partner: [
    async ({ site }, use) => {
      const { partnerPort } = readHosts()
      const { close } = await startPartner(partnerPort, site.url)
      await use(`http://partner.localhost:${partnerPort}/`)
      await close()
    },
    { scope: 'worker' },
  ],
  stranger: [
    async ({ partner }, use) => use(partner.replace('.localhost', '.localhost.example.localhost')),
    { scope: 'worker' },
  ],
})
// The service and the partner listen on fixed ports.
test.describe.configure({ mode: 'default' })

const newLogin = () => newEmail().split('@')[0]!

async function enter(page: Page, login: string): Promise<void> {
  await page.getByLabel('Who are you?').fill(login)
  await page.getByRole('button', { name: 'Enter' }).click()
}

const openWindow = async (page: Page): Promise<Page> =>
  (await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'By a window' }).click()]))[0]

const storageKeys = (page: Page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

/** Counts the identities and the open sessions of an account. */
const countsOf = (site: Site, login: string) => ({
  identities: countOf(site, `identities where provider = 'oidc' and subject = '${login}'`, emailOf(login)),
  sessions: countOf(site, 'sessions where ended_at is null', emailOf(login)),
})

test('a partner site signs in by a window, which closes and leaves the tokens', async ({
  openTab,
  service,
  partner,
  site,
}) => {
  const login = newLogin()
  const { page } = await openTab(DESK)
  await page.goto(`${partner}?team=1#top`)
  const popup = await openWindow(page)
  await Promise.all([popup.waitForEvent('close'), enter(popup, login)])
  await isWho(page, emailOf(login))
  await expect(page).toHaveURL(`${partner}?team=1#top`)
  expect(await storageKeys(page)).toEqual(['auth-tokens:fantasy-cards'])
  expect(service.asked).toEqual(expect.arrayContaining(['GET /auth', 'POST /token', 'GET /jwks', 'GET /me']))
  expect(countsOf(site, login)).toEqual({ identities: 1, sessions: 1 })
  const columns = 'email_verified, password_hash, display_name'
  expect(site.store.rows(`select ${columns} from users where email = ?`, emailOf(login))).toEqual([
    { email_verified: 1, password_hash: null, display_name: `Fan ${login}` },
  ])
  await page.reload()
  await isWho(page, emailOf(login))
})

test('a partner site signs in by a redirect, back to the same address and as the same person each time', async ({
  openTab,
  partner,
  site,
}) => {
  const login = newLogin()
  const { page } = await openTab(DESK)
  await page.goto(`${partner}?team=1#top`)
  for (const time of [1, 2]) {
    await page.getByRole('button', { name: 'By leaving' }).click()
    if (time === 1) await enter(page, login)
    await isWho(page, emailOf(login))
    await expect(page).toHaveURL(`${partner}?team=1#top`)
    expect(await storageKeys(page)).toEqual(['auth-tokens:fantasy-cards'])
    expect(countsOf(site, login)).toEqual({ identities: 1, sessions: 1 })
    await Promise.all([
      page.waitForResponse(/\/api\/auth\/signout$/),
      page.getByRole('button', { name: 'Sign out' }).click(),
    ])
    await isWho(page, 'nobody')
  }
})

test('the sign-in page offers the accounts of the other company and comes back to the site', async ({ page, site }) => {
  const login = newLogin()
  await page.goto('/my-cards')
  await leaveToSignIn(page)
  await page.getByRole('link', { name: `Continue with ${IDENTITY_CLIENT.name}` }).click()
  await enter(page, login)
  await isSignedIn(page, emailOf(login))
  await expect(page).toHaveURL(`${site.url}/my-cards`)
  expect(countsOf(site, login)).toEqual({ identities: 1, sessions: 1 })
})

test('a sign-in window that is closed, left or blocked is given up and leaves nothing behind', async ({
  openTab,
  playwright,
  service,
  partner,
}) => {
  const { page, context } = await openTab(DESK)
  await page.goto(partner)
  const ways = [
    (popup: Page) => popup.close(),
    (popup: Page) => popup.getByRole('link', { name: 'Rather not' }).click(),
  ]
  for (const giveUp of ways) {
    const popup = await openWindow(page)
    await expect(popup.getByLabel('Who are you?')).toBeVisible()
    await giveUp(popup)
    await hasFailed(page, /^POPUP_CANCELED \| Sign-in was canceled\. Please try again\.$/)
    await isWho(page, 'nobody')
    expect(await storageKeys(page)).toEqual([])
    expect(context.pages()).toHaveLength(1)
    await page.reload()
  }

  // A headless shell has no popup blocker, but a switch that does the same to a window that no click asked for.
  const { executablePath, args } = readHosts().browser
  const blocking = await playwright.chromium.launch({
    executablePath: executablePath!,
    args: [...args!, '--block-new-web-contents'],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  })
  const before = service.asked.length
  const blocked = await blocking.newPage()
  await blocked.goto(`${partner}?at-once`)
  await hasFailed(blocked, /^POPUP_CANCELED \| .* \| The browser did not let the sign-in window open\.$/)
  expect(await storageKeys(blocked)).toEqual([])
  expect(service.asked).toHaveLength(before)
  await blocking.close()
})

test('a page that replaced the one that asked, and a site that is not listed, are told nothing', async ({
  openTab,
  service,
  partner,
  stranger,
}) => {
  const { page, complaints } = await openTab(DESK)
  await page.goto(partner)
  const popup = await openWindow(page)
  await expect(popup.getByLabel('Who are you?')).toBeVisible()
  await page.evaluate((address) => location.assign(address), stranger)
  await page.waitForURL(stranger)
  await page.evaluate(() => {
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))
    Object.assign(window, { heard })
  })
  await Promise.all([popup.waitForEvent('close'), enter(popup, newLogin())])
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
  expect(await storageKeys(page)).toEqual([])
  // The browser kept the message back.
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/^Failed to execute 'postMessage'.*does not match/)])

  const unlisted = await openTab(DESK)
  const before = service.asked.length
  await unlisted.page.goto(stranger)
  const refused = await openWindow(unlisted.page)
  await expect(refused.getByText('Redirect failed. Please try again.')).toBeVisible()
  await refused.close()
  await unlisted.page.getByRole('button', { name: 'By leaving' }).click()
  await expect(unlisted.page.getByText('Redirect failed. Please try again.')).toBeVisible()
  expect(service.asked).toHaveLength(before)
  expectOnlyFailedRequests(unlisted)
})

/** Tabs of one browser, and frames in each of them that act as tabs of their own. */
const TABS = 6
const FRAMES = 4
const CLIENTS = TABS * (FRAMES + 1)
const STORE = 'auth-tokens:fantasy-cards'
/** By the tabs' clocks their access tokens have expired; by the server's, nothing has. */
const QUARTER_HOUR_MS = 900_000

test('many tabs that share a session refresh it with few requests, and a stolen refresh token signs all out', async ({
  openTab,
  partner,
  site,
}) => {
  const email = newEmail()
  const tokens = { ...(await signUp(site, email)), issued_at: Math.floor(Date.now() / 1000), sign_in: 'first' }
  const tab = await openTab(DESK)
  const { page, context } = tab
  const refreshes: number[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/api/auth/refresh')) refreshes.push(response.status())
  })
  await page.goto(partner)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [STORE, JSON.stringify(tokens)] as const)
  const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()))
  await Promise.all([page, ...others].map((one) => one.goto(`${partner}?tabs=${FRAMES}`)))
  await everybodyIs(context, email)

  const chain = (condition: string) =>
    site.store.rows<{ n: number }>(
      `select count(*) as n from refresh_tokens join sessions on sessions.id = session_id
       join users on users.id = user_id where email = ? and ${condition}`,
      email,
    )[0]!.n
  /** A tab may still read for a moment what another has replaced. It asks too, and gets the same answer. */
  const wereFew = (status: number) => {
    const seen = refreshes.splice(0)
    expect([...new Set(seen)]).toEqual([status])
    expect(seen.length).toBeLessThanOrEqual(TABS)
  }

  await test.step('all clients refresh at the same moment', async () => {
    const heard = await orderAll(page, CLIENTS, { laterMs: QUARTER_HOUR_MS, hasLocks: true })
    expect(heard).toEqual({ [email]: CLIENTS })
    wereFew(200)
    expect([chain('true'), chain('used_at is null'), chain('ended_at is null')]).toEqual([2, 1, 2])
  })

  await test.step('tabs without locks share one chain of refresh tokens', async () => {
    const heard = await orderAll(page, TABS, { laterMs: 2 * QUARTER_HOUR_MS, hasLocks: false })
    expect(heard).toEqual({ [email]: TABS })
    wereFew(200)
    expect([chain('true'), chain('used_at is null'), chain('ended_at is null')]).toEqual([3, 1, 3])
  })

  await test.step('reuse of an old refresh token ends the session for every client', async () => {
    const refresh = async (token: string) => {
      const answer = await fetch(`${site.url}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: token }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, string> }
    }
    const kept = await page.evaluate((key) => localStorage.getItem(key), STORE)
    const old = (JSON.parse(kept!) as { refresh_token: string }).refresh_token
    const next = await refresh(old)
    const afterNext = await refresh(next.body['refresh_token']!)
    expect([next.status, afterNext.status, (await refresh(old)).status]).toEqual([200, 200, 401])
    expect(chain('ended_at is null')).toBe(0)

    const heard = await orderAll(page, CLIENTS, { laterMs: 3 * QUARTER_HOUR_MS, hasLocks: true })
    expect(heard).toEqual({ nobody: CLIENTS })
    wereFew(401)
    await everybodyIs(context, 'nobody')
    expect(await storageKeys(page)).toEqual([])
    expectOnlyFailedRequests(tab)
  })
})

/** Waits until every tab and every frame in it shows this account. */
const everybodyIs = (context: BrowserContext, who: string) =>
  Promise.all(
    context
      .pages()
      .flatMap((page) => [
        isWho(page, who),
        ...Array.from({ length: FRAMES }, (_, i) =>
          expect(page.frameLocator('iframe').nth(i).locator('#who')).toHaveText(who),
        ),
      ]),
  )
