import assert from 'node:assert/strict'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { fillForm, generateButton, holdsForm } from './form.ts'
import type { Made } from './maker.ts'
import { alertSays, countOf, type Mishap, press } from './mishap.ts'
import { toastSays } from './path.ts'

const onItsPage = ({ id }: Made) => `/card/${id}`
/** Unique, however many write at once. */
const addressOf = (visitorId: string) => `${visitorId}@example.com`
const MESSAGE = { name: 'Cid', message: 'Are you there?' }

/** What every visitor does. */
export const VISITOR_MISHAPS: readonly Mishap[] = [
  {
    what: 'starting a card',
    visitor: 'any',
    at: () => '/',
    request: ['POST', /\/api\/generations$/],
    prepare: (page) => fillForm(page),
    press: (page) => generateButton(page).click(),
    says: (page, words) => toastSays(page, FAILURE.generate(words)),
    keeps: (page) => holdsForm(page),
    stored: countOf('generations where visitor = ?'),
    before: 0,
    succeeds: (page) => page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 }),
    after: 1,
  },
  {
    what: 'reporting a card',
    visitor: 'any',
    at: onItsPage,
    request: ['POST', /\/reports$/],
    prepare: async (page) => {
      await press('Report this card')(page)
      await page.getByRole('radio', { name: /Spam or something else/ }).check()
      await page.getByLabel(/Anything we should know/).fill('It is an advertisement')
    },
    press: press('Send report'),
    says: alertSays,
    keeps: async (page) => {
      assert.ok(await page.getByRole('radio', { name: /Spam or something else/ }).isChecked())
      assert.equal(await page.getByLabel(/Anything we should know/).inputValue(), 'It is an advertisement')
    },
    stored: countOf('reports where card = ? and reporter = ?'),
    before: 0,
    succeeds: (page) => page.getByRole('dialog', { name: 'Thank you' }).waitFor(),
    after: 1,
  },
  {
    what: 'voting on a card’s page',
    visitor: 'any',
    at: onItsPage,
    request: ['POST', /\/votes$/],
    press: press(LABELS.upvote),
    says: (page) => toastSays(page, FAILURE.vote),
    stored: countOf('votes where card = ? and voter = ?'),
    before: 0,
    succeeds: (page) => toastSays(page, SUCCESS.voteAdded),
    after: 1,
  },
  {
    what: 'voting in the Hall',
    visitor: 'any',
    at: () => '/hall-of-fame',
    request: ['POST', /\/votes$/],
    press: (page) =>
      page
        .getByRole('button', { name: /^Upvote .*, \d+ votes?$/ })
        .first()
        .click(),
    says: async (page) => {
      await toastSays(page, FAILURE.vote)
      assert.equal(await page.getByRole('button', { name: /^Upvote /, pressed: true }).count(), 0)
    },
    stored: countOf('votes where voter = ?'),
    before: 0,
    succeeds: (page) => toastSays(page, SUCCESS.voteAdded),
    after: 1,
  },
  {
    what: 'sending a message',
    visitor: 'any',
    at: () => '/contact',
    request: ['POST', /\/functions\/v1\/contact-submit$/],
    prepare: async (page, { visitorId }) => {
      await page.getByLabel('Topic').selectOption({ index: 2 })
      for (const [name, value] of Object.entries(MESSAGE)) await page.locator(`[name="${name}"]`).fill(value)
      await page.locator('[name="email"]').fill(addressOf(visitorId))
    },
    press: press(LABELS.sendMessage),
    says: async (page, words, fault) => {
      const said = fault === 'no connection' ? FAILURE.contactUnreachable : words
      await toastSays(page, said)
      await alertSays(page, said)
    },
    keeps: async (page, { visitorId }) => {
      for (const [name, value] of Object.entries(MESSAGE))
        assert.equal(await page.locator(`[name="${name}"]`).inputValue(), value)
      assert.equal(await page.locator('[name="email"]').inputValue(), addressOf(visitorId))
      assert.equal(await page.getByLabel('Topic').evaluate((topic: HTMLSelectElement) => topic.selectedIndex), 2)
    },
    stored: (store, { visitorId }) =>
      store.rows('select message from contact_submissions where email = ?', addressOf(visitorId)).length,
    before: 0,
    succeeds: (page) => toastSays(page, SUCCESS.messageSent),
    after: 1,
  },
]
