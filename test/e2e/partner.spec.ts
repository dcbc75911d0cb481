import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Site, test as base } from './support/fixtures.ts'
import { IDENTITY_CLIENT, readHosts } from './support/hosts.ts'
import { getEmail, type IdentityService, startIdentityService } from './support/identity-service.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { hasFailed, expectSignedInAs, orderAll, startPartner } from './support/partner.ts'
import { DESK } from './support/screens.ts'
import { countRows, isSignedIn, leaveToSignIn, newEmail, signUp } from './support/sign-in.ts'

type Elsewhere = {
  /** Another company's identity provider. */
  service: IdentityService
  /** Another site that is allowed to receive tokens. */
  partner: string
  /** A site with a similar name that is not allowed to. */
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
// The identity service and the partner site listen on fixed ports.
test.describe.configure({ mode: 'default' })

const newLogin = () => newEmail().split('@')[0]!

async function enter(page: Page, login: string): Promise<void> {
  await page.getByLabel('Who are you?').fill(login)
  await page.getByRole('button', { name: 'Enter' }).click()
}

const openWindow = async (page: Page): Promise<Page> =>
  (await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'By a window' }).click()]))[0]

const storageKeys = (page: Page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

/** Counts an account's identities and open sessions. */
const getCounts = (site: Site, login: string) => ({
  identities: countRows(site, `identities where provider = 'oidc' and subject = '${login}'`, getEmail(login)),
  sessions: countRows(site, 'sessions where ended_at is null', getEmail(login)),
})

test('a partner site signs in by popup or redirect as the same user, and a closed popup cancels', async ({
  openTab,
  service,
  partner,
  site,
}) => {
  const login = newLogin()
  const { page } = await openTab(DESK)
  await page.goto(`${partner}?team=1#top`)
  const closed = await openWindow(page)
  await expect(closed.getByLabel('Who are you?')).toBeVisible()
  await closed.close()
  await hasFailed(page, /^POPUP_CANCELED \| Sign-in was canceled\. Please try again\.$/)
  expect(await storageKeys(page)).toEqual([])

  const popup = await openWindow(page)
  await Promise.all([popup.waitForEvent('close'), enter(popup, login)])
  await isSignedInHere(page, site, partner, login)
  expect(service.requests).toEqual(expect.arrayContaining(['GET /auth', 'POST /token', 'GET /jwks', 'GET /me']))
  const columns = 'email_verified, password_hash, display_name'
  expect(site.store.rows(`select ${columns} from users where email = ?`, getEmail(login))).toEqual([
    { email_verified: 1, password_hash: null, display_name: `Fan ${login}` },
  ])
  await page.reload()
  await expectSignedInAs(page, getEmail(login))
  await Promise.all([
    page.waitForResponse(/\/api\/auth\/signout$/),
    page.getByRole('button', { name: 'Sign out' }).click(),
  ])
  await expectSignedInAs(page, 'nobody')

  await page.getByRole('button', { name: 'By leaving' }).click()
  await isSignedInHere(page, site, partner, login)

  await page.goto('/my-cards')
  await leaveToSignIn(page)
  await page.getByRole('link', { name: `Continue with ${IDENTITY_CLIENT.name}` }).click()
  await isSignedIn(page, getEmail(login))
  await expect(page).toHaveURL(`${site.url}/my-cards`)
})

/** Expects the partner site to be signed in, at the URL where the sign-in began, with one session and identity. */
async function isSignedInHere(page: Page, site: Site, partner: string, login: string): Promise<void> {
  await expectSignedInAs(page, getEmail(login))
  await expect(page).toHaveURL(`${partner}?team=1#top`)
  expect(await storageKeys(page)).toEqual(['auth-tokens:fantasy-cards'])
  expect(getCounts(site, login)).toEqual({ identities: 1, sessions: 1 })
}

test('a page that replaced the opener, and an unlisted site, get no tokens', async ({
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
  // The browser did not deliver the message.
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/^Failed to execute 'postMessage'.*does not match/)])

  const unlisted = await openTab(DESK)
  const before = service.requests.length
  await unlisted.page.goto(stranger)
  const refused = await openWindow(unlisted.page)
  await expect(refused.getByText('Redirect failed. Please try again.')).toBeVisible()
  await refused.close()
  await unlisted.page.getByRole('button', { name: 'By leaving' }).click()
  await expect(unlisted.page.getByText('Redirect failed. Please try again.')).toBeVisible()
  expect(service.requests).toHaveLength(before)
  expectOnlyFailedRequests(unlisted)
})

/** Tabs of one browser, and iframes in each of them that act as separate tabs. */
const TABS = 3
const FRAMES = 2
const CLIENTS = TABS * (FRAMES + 1)
const STORE = 'auth-tokens:fantasy-cards'
/** Access tokens have expired by the tabs' clocks, but not by the server's. */
const QUARTER_HOUR_MS = 900_000

test('tabs that share a session refresh it with few requests, and a stolen refresh token ends it for all', async ({
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
  await untilEveryoneIs(context, email)

  const chain = (condition: string) =>
    site.store.rows<{ n: number }>(
      `select count(*) as n from refresh_tokens join sessions on sessions.id = session_id
       join users on users.id = user_id where email = ? and ${condition}`,
      email,
    )[0]!.n
  /** A tab may briefly read an already replaced token. It refreshes too, and gets the same response. */
  const expectFewRefreshes = (status: number) => {
    const seen = refreshes.splice(0)
    expect([...new Set(seen)]).toEqual([status])
    expect(seen.length).toBeLessThanOrEqual(TABS)
  }

  await test.step('all clients refresh at the same moment', async () => {
    const heard = await orderAll(page, CLIENTS, { laterMs: QUARTER_HOUR_MS, hasLocks: true })
    expect(heard).toEqual({ [email]: CLIENTS })
    expectFewRefreshes(200)
    expect([chain('true'), chain('used_at is null'), chain('ended_at is null')]).toEqual([2, 1, 2])
  })

  await test.step('tabs without locks share one chain of refresh tokens', async () => {
    const heard = await orderAll(page, TABS, { laterMs: 2 * QUARTER_HOUR_MS, hasLocks: false })
    expect(heard).toEqual({ [email]: TABS })
    expectFewRefreshes(200)
    expect([chain('true'), chain('used_at is null'), chain('ended_at is null')]).toEqual([3, 1, 3])
  })

  await test.step('reuse of an old refresh token ends the session for every client', async () => {
    const refresh = async (token: string) => {
      const response = await fetch(`${site.url}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: token }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, string> }
    }
    const stored = await page.evaluate((key) => localStorage.getItem(key), STORE)
    const old = (JSON.parse(stored!) as { refresh_token: string }).refresh_token
    const next = await refresh(old)
    const afterNext = await refresh(next.body['refresh_token']!)
    expect([next.status, afterNext.status, (await refresh(old)).status]).toEqual([200, 200, 401])
    expect(chain('ended_at is null')).toBe(0)

    const heard = await orderAll(page, CLIENTS, { laterMs: 3 * QUARTER_HOUR_MS, hasLocks: true })
    expect(heard).toEqual({ nobody: CLIENTS })
    expectFewRefreshes(401)
    await untilEveryoneIs(context, 'nobody')
    expect(await storageKeys(page)).toEqual([])
    expectOnlyFailedRequests(tab)
  })
})

/** Waits until every tab and every iframe shows this account. */
const untilEveryoneIs = (context: BrowserContext, who: string) =>
  Promise.all(
    context
      .pages()
      .flatMap((page) => [
        expectSignedInAs(page, who),
        ...Array.from({ length: FRAMES }, (_, i) =>
          expect(page.frameLocator('iframe').nth(i).locator('#who')).toHaveText(who),
        ),
      ]),
  )
