import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { SIGNED_IN } from '#shared/domain/later-messages.ts'
import { FAILURE, LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { cardsOn, EMPTY_TEAM, makeDolphin, teamFilter } from './support/hall.ts'
import { countOf, enterPassword, newEmail, PASSWORD, signUp } from './support/sign-in.ts'
import { enterStage, type Stage } from './support/stage.ts'

describe('a browser without JavaScript @core', () => {
  let stage: Stage
  let dolphin: string
  before(async () => {
    stage = await enterStage()
    dolphin = await makeDolphin(stage)
  })
  after(() => stage.close())

  const open = (size = PHONE) => stage.open(size, { javaScriptEnabled: false })
  const paths = () => [
    '/',
    '/hall-of-fame',
    `/hall-of-fame?sort=new&team=${EMPTY_TEAM}`,
    `/card/${stage.cardIds[0]}`,
    '/contact',
    '/my-cards',
    '/account',
    '/nowhere',
    '/card/nobody',
  ]
  const mainOf = (page: Page) => page.getByRole('main')

  test('votes once, and reads until when that counts', async () => {
    const { page, context } = await open()
    await page.goto(`/card/${stage.cardIds[0]}`)
    await page.getByRole('button', { name: LABELS.upvote }).click()
    await page.getByText(/Voted\. Again in 24/).waitFor()
    assert.equal(new URL(page.url()).pathname, `/card/${stage.cardIds[0]}`)
    assert.equal(await page.getByRole('button', { name: LABELS.upvote }).count(), 0)
    await page.reload()
    await page.getByText(/Voted\. Again in 24/).waitFor()
    await context.close()
  })

  test('saves a card as a file', async () => {
    const { page, context } = await open()
    await page.goto(`/card/${stage.cardIds[1]}`)
    for (const [name, file] of [
      [LABELS.download, /-fantasy-card\.jpg$/],
      ['Print sheet', /-fantasy-card-print\.pdf$/],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        mainOf(page).getByRole('link', { name, exact: true }).click(),
      ])
      assert.match(download.suggestedFilename(), file)
      assert.equal(await download.failure(), null)
    }
    await context.close()
  })

  test('sends a message, and keeps what was typed until it can be sent', async () => {
    const { page, context } = await open()
    await page.goto('/contact?topic=rights')
    const email = `plain-${Date.now()}@example.com`
    await page.getByLabel('Name').fill('Ann')
    await page.getByLabel('Email').fill('ann@example')
    await page.getByLabel('Message').fill('Nice\ncards!')
    const send = () => page.getByRole('button', { name: LABELS.sendMessage }).click()
    await send()
    await page.getByText(FAILURE.contactEmailInvalid).waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ann')
    assert.equal(await page.getByLabel('Message').inputValue(), 'Nice\ncards!')
    assert.equal(await page.getByLabel('Topic').inputValue(), 'rights')
    await page.getByLabel('Email').fill(email)
    await send()
    await page.getByRole('heading', { name: 'Message sent' }).waitFor()
    const rows = stage.store.rows('select message from contact_submissions where email = ?', email)
    assert.deepEqual(
      rows.map(({ message }) => message),
      ['Rights or impersonation: Nice\ncards!'],
    )
    await context.close()
  })

  test('filters the Hall by team, and finds its cards alone', async () => {
    const { page, context } = await open()
    await page.goto('/hall-of-fame')
    const all = await cardsOn(page)
    assert.ok(all.includes(dolphin) && stage.cardIds.every((id) => all.includes(id)), String(all))
    await teamFilter(page).click()
    await page.getByRole('link', { name: 'Miami Dolphins', exact: true }).click()
    await page.waitForURL('/hall-of-fame?team=Miami+Dolphins')
    assert.equal(await teamFilter(page).getAttribute('aria-label'), 'Team: Miami Dolphins')
    const ofTeam = await cardsOn(page)
    assert.ok(ofTeam.includes(dolphin) && !stage.cardIds.some((id) => ofTeam.includes(id)), String(ofTeam))

    await page.getByRole('link', { name: 'New', exact: true }).click()
    await page.waitForURL('/hall-of-fame?sort=new&team=Miami+Dolphins')
    await page.getByRole('heading', { name: 'New cards' }).waitFor()
    assert.deepEqual(new Set(await cardsOn(page)), new Set(ofTeam))

    await teamFilter(page).click()
    await page.getByRole('link', { name: EMPTY_TEAM, exact: true }).click()
    await page.getByText(LABELS.emptyFilter).waitFor()
    assert.deepEqual(await cardsOn(page), [])
    const first = page.getByRole('link', { name: `Make the first ${EMPTY_TEAM} card` })
    assert.equal(await first.getAttribute('href'), `/?team=${encodeURIComponent(EMPTY_TEAM)}`)

    await teamFilter(page).click()
    await page.getByRole('link', { name: LABELS.allTeams }).click()
    await page.waitForURL('/hall-of-fame?sort=new')
    assert.deepEqual(new Set(await cardsOn(page)), new Set(all))
    await context.close()
  })

  test('filters by keys alone', async () => {
    const { page, context } = await open(DESK)
    await page.goto('/hall-of-fame')
    await teamFilter(page).focus()
    await page.keyboard.press('Enter')
    for (const [key, words] of [
      ['Tab', LABELS.allTeams],
      ['Tab', 'Arizona Cardinals'],
    ] as const) {
      await page.keyboard.press(key)
      assert.equal((await page.locator(':focus').innerText()).trim(), words)
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('/hall-of-fame?team=Arizona+Cardinals')
    await context.close()
  })

  test('signs in by a password, and is told as whom', async () => {
    const { page, context } = await open()
    const email = newEmail()
    await signUp(stage, email)
    await page.goto('/account')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await enterPassword(page, email, `${PASSWORD}x`)
    await page.getByRole('alert').waitFor()
    await enterPassword(page, email)
    await isSignedInHere(page, email)
    assert.equal(countOf(stage, 'sessions where ended_at is null', email), 2)
    await context.close()
  })

  test('signs in by a link from a mail, once', async () => {
    const { page, context } = await open()
    const email = newEmail()
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    await page.goto(`/dev/outbox?to=${encodeURIComponent(email)}`)
    const [link] = /http:\/\/\S+/.exec(await page.locator('pre').first().innerText())!
    await page.goto(link)
    await page.getByText(email).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isSignedInHere(page, email)
    assert.equal(countOf(stage, 'sessions where ended_at is null', email), 1)
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Magic link has expired. Please request a new one.').waitFor()
    await context.close()
  })

  /** The page says as whom, and the tokens that it was given are that account's. */
  async function isSignedInHere(page: Page, email: string): Promise<void> {
    await page
      .getByRole('status')
      .filter({ hasText: SIGNED_IN(email) })
      .waitFor()
    const token = new URL(page.url()).searchParams.get('access_token')
    const answer = await fetch(`${stage.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(((await answer.json()) as { user: { email: string } }).user.email, email)
  }

  test('comes from every page to the privacy policy', async () => {
    const { page, context } = await open()
    for (const path of ['/', '/nowhere', `/card/${stage.cardIds[0]}`]) {
      await page.goto(path)
      await page.getByRole('contentinfo').getByRole('link', { name: LABELS.privacy }).click()
      await page.getByRole('heading', { name: 'Privacy policy', level: 1 }).waitFor()
    }
    await context.close()
  })

  test('has the colors of its scheme, on pages of the app and of its own', async () => {
    for (const [colorScheme, ground] of [
      ['light', 'rgb(241, 239, 231)'],
      ['dark', 'rgb(12, 15, 14)'],
    ] as const) {
      const { page, context } = await open()
      await page.emulateMedia({ colorScheme })
      for (const path of ['/', '/auth']) {
        await page.goto(path)
        assert.equal(
          await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor),
          ground,
          path,
        )
      }
      await context.close()
    }
  })

  for (const [name, size] of [
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const)
    test(`sees nothing on ${name} that has no use, and one sentence about making a card`, async () => {
      const { page, context } = await open(size)
      for (const path of paths()) {
        await page.goto(path)
        assert.equal(await page.locator('[inert], [data-scripted]').filter({ visible: true }).count(), 0, path)
      }
      await page.goto('/')
      const words = (await mainOf(page).innerText()).replaceAll(/\s+/g, ' ')
      assert.ok(words.includes(WITHOUT_SCRIPTS.making), words)
      // The sentence stands above the screen, the list of cards below.
      const [heading, list] = ['h1', 'a[href^="/card/"]'].map((selector) => page.locator(selector).first())
      assert.ok((await heading!.boundingBox())!.y < (await list!.boundingBox())!.y)
      await context.close()
    })

  test('reads pages that are for everybody', async () => {
    const { page, context } = await stage.open(PHONE)
    await page.route('**/*', sendWithoutScripts)
    const faults: string[] = []
    for (const path of paths()) {
      await page.goto(path)
      faults.push(...(await accessFaults(page, `${path} without scripts`)))
    }
    assert.deepEqual(faults, [])
    await context.close()
  })
})

/** As a browser without JavaScript reads a page, for a checker that is a script itself. */
async function sendWithoutScripts(route: Route): Promise<void> {
  if (route.request().resourceType() === 'script') return route.abort()
  if (route.request().resourceType() !== 'document') return route.continue()
  const response = await route.fetch()
  const body = (await response.text())
    .replaceAll(/<\/?noscript>/g, '')
    .replaceAll(/<script src="[^"]*"><\/script>/g, '')
  return route.fulfill({ response, body })
}
