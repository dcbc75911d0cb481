import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { FAILURE, LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { hold } from './support/network.ts'
import { untilTakenOver } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

const APP = '**/assets/index-*.js'

describe('a browser without JavaScript @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  const open = (size = PHONE) => stage.open(size, { javaScriptEnabled: false })
  const paths = () => ['/', '/hall-of-fame', `/card/${stage.cardIds[0]}`, '/contact', '/my-cards', '/account']
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

  test('filters the Hall by team', async () => {
    const { page, context } = await open()
    await page.goto('/hall-of-fame')
    await page.getByLabel('Team', { exact: true }).selectOption('Buffalo Bills')
    await page.getByRole('button', { name: WITHOUT_SCRIPTS.showCards }).click()
    assert.equal(new URL(page.url()).searchParams.get('team'), 'Buffalo Bills')
    assert.equal(await page.getByLabel('Team', { exact: true }).inputValue(), 'Buffalo Bills')
    await context.close()
  })

  test('comes to the sign-in page, whose forms need none', async () => {
    const { page, context } = await open()
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(`plain-${Date.now()}@example.com`)
    assert.equal(new URL(page.url()).pathname, '/auth')
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

describe('a page whose scripts are on their way @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  test('hands over what was typed into its form, with the caret', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    const app = await hold(page, APP)
    await page.goto('/contact', { waitUntil: 'commit' })
    await page.locator('main[data-first]').waitFor()
    await page.getByLabel('Name').fill('Ann')
    await page.getByLabel('Topic').selectOption('press')
    await page.getByLabel('Message').pressSequentially('Hello there')
    await page.keyboard.press('ArrowLeft')
    app.release()
    await untilTakenOver(page)
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ann')
    assert.equal(await page.getByLabel('Topic').inputValue(), 'press')
    await page.keyboard.type('!')
    assert.equal(await page.getByLabel('Message').inputValue(), 'Hello ther!e')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const [name, size] of [
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const)
    test(`keeps what there is of a card where it stands, on ${name}`, async () => {
      const { page, context } = await stage.open(size)
      const app = await hold(page, APP)
      await page.goto(`/card/${stage.cardIds[3]}`, { waitUntil: 'commit' })
      await page.locator('main[data-first]').waitFor()
      const parts = ['h1', '.card-detail-ranks', '.tally-tally', '.stat-rows-score', '.stat-rows-stats']
      const places = () =>
        Promise.all(parts.map(async (part) => Math.round((await page.locator(part).first().boundingBox())!.y)))
      await page.evaluate(() => document.fonts.ready)
      const before = await places()
      app.release()
      await untilTakenOver(page)
      await page.getByRole('switch').waitFor()
      assert.deepEqual(await places(), before)
      await context.close()
    })

  test('takes a vote that is pressed before them', async () => {
    const { page, context } = await stage.open(PHONE)
    const app = await hold(page, APP)
    await page.goto(`/card/${stage.cardIds[2]}`, { waitUntil: 'commit' })
    await page.locator('main[data-first]').waitFor()
    await page.getByRole('button', { name: LABELS.upvote }).click()
    await page.getByText(/Voted\. Again in 24/).waitFor()
    app.release()
    await untilTakenOver(page)
    await page.getByRole('button', { name: /^Voted/ }).waitFor()
    await context.close()
  })
})
