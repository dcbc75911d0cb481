import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AUTH_FAILURE } from '#shared/client/error-texts.ts'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { choosePhoto, fillForm, generateButton, holdsForm } from './support/form.ts'
import { visitorIdOf } from './support/maker.ts'
import { arriveAt, untilTakenOver } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'

const NOTICE = "You're offline. What you typed stays here."

describe('without a network @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  for (const viewport of [PHONE, DESK])
    test(`a card waits for a connection with everything that was filled in, at ${viewport.width} px`, async () => {
      const { page, context, complaints } = await stage.open(viewport)
      await arriveAt(page, '/')
      await fillForm(page)
      assert.equal(await generateButton(page).getAttribute('aria-disabled'), 'false')

      // Where toasts are shown is fetched in a quiet moment; without it they wait for the network too.
      await page.locator('section[aria-label^="Notifications"]').waitFor({ state: 'attached' })
      await context.setOffline(true)
      await page.getByText(NOTICE).waitFor()
      await page.getByText('Your card waits for a connection').waitFor()
      assert.equal(await generateButton(page).getAttribute('aria-disabled'), 'true')
      await generateButton(page).click({ force: true })
      await toastSays(page, FAILURE.generate(AUTH_FAILURE.NETWORK_ERROR))
      await holdsForm(page)

      await context.setOffline(false)
      await page.getByText(NOTICE).waitFor({ state: 'detached' })
      const visitor = await visitorIdOf({ context })
      const drawn = () => stage.store.rows('select id from generations where visitor = ?', visitor).length
      assert.equal(drawn(), 0)
      await generateButton(page).click()
      await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
      assert.equal(drawn(), 1)
      assert.deepEqual(complaints.filter(notBrowsersOwn), [])
      await context.close()
    })

  test('a sheet that was not fetched says so, and opens with the network, over all that was filled in', async () => {
    const { page, context, complaints } = await stage.open(DESK)
    await arriveAt(page, '/')
    await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    await choosePhoto(page)
    await page.locator('section[aria-label^="Notifications"]').waitFor({ state: 'attached' })
    await context.setOffline(true)
    await page.getByText(NOTICE).waitFor()
    // With the keyboard: what comes near a button with the pointer may fetch its sheet as well.
    const teams = page.getByRole('button', { name: /^Team Colors: / })
    await teams.focus()
    await page.keyboard.press('Enter')
    await toastSays(page, 'That did not open.')
    await context.setOffline(false)
    await page.getByText(NOTICE).waitFor({ state: 'detached' })
    await teams.press('Enter')
    await page.getByRole('dialog', { name: LABELS.teamColors }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    await page.getByRole('img', { name: 'You, as you will be sent' }).waitFor()
    assert.deepEqual(complaints.filter(notBrowsersOwn), [])
    await context.close()
  })

  test('a sheet that is lost on the way, unseen by the browser, takes nothing along; then it comes with the page, which holds what was typed', async () => {
    const { page, context } = await stage.open(DESK)
    await arriveAt(page, '/')
    await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    await choosePhoto(page)
    await page.locator('section[aria-label^="Notifications"]').waitFor({ state: 'attached' })
    await page.route('**/*', (route) => route.abort('connectionfailed'))
    const teams = page.getByRole('button', { name: /^Team Colors: / })
    await teams.focus()
    await page.keyboard.press('Enter')
    await toastSays(page, 'That did not open.')
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    await page.getByRole('img', { name: 'You, as you will be sent' }).waitFor()

    // A browser answers a second import of a file as the first one ended, until the page is loaded again.
    await page.unroute('**/*')
    await Promise.all([page.waitForEvent('load'), teams.press('Enter')])
    await untilTakenOver(page)
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    await teams.press('Enter')
    await page.getByRole('dialog', { name: LABELS.teamColors }).waitFor()
    await context.close()
  })

  test('a drawing goes on, and is there when the network is', async () => {
    const { page, context, complaints } = await stage.open()
    await arriveAt(page, '/')
    await fillForm(page)
    await generateButton(page).click()
    await page.waitForURL(/job=[0-9a-f]{32}/)
    await page.getByText('You can leave this page. Your card will wait here.').waitFor()
    await context.setOffline(true)
    await page.getByText('No connection. Still trying.').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
    assert.deepEqual(complaints.filter(notBrowsersOwn), [])
    await context.close()
  })

  test('a page that is not there yet says so and comes with the network, and the form behind it holds what was typed', async () => {
    const { page, context } = await stage.open()
    await arriveAt(page, '/')
    await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    const loads: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
    await context.setOffline(true)
    await page
      .getByRole('link', { name: /Contact/ })
      .first()
      .click()
    const notHere = page.getByRole('alert').filter({ hasText: "You're offline, and it was not here yet." })
    await notHere.waitFor()
    await page.goBack()
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    await page.goForward()
    await notHere.waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: LABELS.sendMessage }).waitFor()
    await page.goBack()
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    assert.deepEqual(loads, [])
    await context.close()
  })
})
