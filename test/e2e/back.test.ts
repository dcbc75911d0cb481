import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { PHONE } from './support/browser.ts'
import { choosePhoto, fillForm, generateButton } from './support/form.ts'
import { arriveAt, press } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { enterStage, type Stage } from './support/stage.ts'

const teams = (page: Page) => page.getByRole('button', { name: /^Team Colors: / })
const sheet = (page: Page, name: string | RegExp = LABELS.teamColors) => page.getByRole('dialog', { name })

describe('Back with a sheet open, on a phone @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  test('closes it, and keeps the page, the photo and what was typed; the next one leaves', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    await arriveAt(page, '/contact')
    await page.getByRole('link', { name: LABELS.generator }).first().click()
    await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    await choosePhoto(page)
    await teams(page).click()
    await sheet(page).waitFor()
    await page.goBack()
    await sheet(page).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/')
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    await page.getByRole('img', { name: 'You, as you will be sent' }).waitFor()
    assert.equal(await teams(page).evaluate((button) => button === document.activeElement), true)

    await page.goBack()
    await page.getByRole('heading', { name: LABELS.contactUs, level: 1 }).waitFor()
    await page.goForward()
    await page.getByLabel(LABELS.funNickname).waitFor()
    assert.deepEqual(complaints.filter(notBrowsersOwn), [])
    await context.close()
  })

  test('that were closed in another way needs no second press, and a card that was made meanwhile stays', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    await arriveAt(page, '/contact')
    await page.getByRole('link', { name: LABELS.generator }).first().click()
    await fillForm(page)
    await generateButton(page).click()
    await page.getByRole('button', { name: LABELS.saveToHall }).waitFor()
    await press(LABELS.download)(page)
    await sheet(page, LABELS.download).waitFor()
    const made = page.url()
    await page.goBack()
    await sheet(page, LABELS.download).waitFor({ state: 'detached' })
    assert.equal(page.url(), made)
    await page.reload()
    await page.getByRole('button', { name: LABELS.saveToHall }).waitFor()
    await press(LABELS.download)(page)
    await sheet(page, LABELS.download).waitFor()
    await page.keyboard.press('Escape')
    await sheet(page, LABELS.download).waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { name: LABELS.contactUs, level: 1 }).waitFor()
    assert.deepEqual(complaints.filter(notBrowsersOwn), [])
    await context.close()
  })
})
