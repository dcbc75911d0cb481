import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import type { Tab } from './support/browser.ts'
import { arriveAt } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'

describe('the contact form @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  const open = async (): Promise<Tab> => {
    const tab = await stage.open()
    await arriveAt(tab.page, '/contact')
    return tab
  }
  const fill = async (page: Page, values: { name?: string; email?: string; message?: string }) => {
    for (const [field, value] of Object.entries(values)) await page.locator(`[name="${field}"]`).fill(value)
  }
  const send = (page: Page) => page.getByRole('button', { name: LABELS.sendMessage }).click()
  const messagesOf = (email: string) =>
    stage.store.rows('select name, message from contact_submissions where email = ?', email).map((row) => ({ ...row }))

  test('stores a message, mails it to the admin and refuses a second one within 20 seconds, keeping its words', async () => {
    const { page, context, complaints } = await open()
    await fill(page, { name: 'Ann', email: 'ann@example.com', message: 'Nice cards!' })
    await send(page)
    await toastSays(page, SUCCESS.messageSent)
    assert.equal(await page.locator('[name="message"]').inputValue(), '')
    assert.deepEqual(messagesOf('ann@example.com'), [{ name: 'Ann', message: 'Nice cards!' }])
    const outbox = await (await fetch(`${stage.url}/dev/outbox?to=admin@example.com`)).text()
    assert.match(outbox, /Nice cards!/)
    const sent = await page.getByText(/^Reference [0-9A-F]{8}: name it/).innerText()
    assert.ok(outbox.includes(sent.slice(0, 'Reference 1A2B3C4D'.length)), 'the mail has the same reference')

    await fill(page, { name: 'Ann', email: 'ann@example.com', message: 'One more thing' })
    // It says that it is disabled and may be pressed all the same, to hear why.
    await page.getByRole('button', { name: /^Send again in/ }).click({ force: true })
    await toastSays(page, FAILURE.contactTooSoon)
    assert.equal(await page.locator('[name="message"]').inputValue(), 'One more thing')
    assert.equal(messagesOf('ann@example.com').length, 1)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('says what is missing, in order, and keeps what was typed', async () => {
    const { page, context } = await open()
    await fill(page, { email: 'not an address' })
    await send(page)
    await toastSays(page, FAILURE.contactFieldsMissing)
    await fill(page, { name: 'Bob', message: 'Hello' })
    await send(page)
    await toastSays(page, FAILURE.contactEmailInvalid)
    assert.equal(await page.locator('[name="email"]').inputValue(), 'not an address')
    assert.equal(await page.locator('[name="email"]').evaluate((field) => field === document.activeElement), true)
    await context.close()
  })
})
