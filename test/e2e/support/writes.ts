import { expect, type Page } from '@playwright/test'
import { AUTH_FAILURE } from '#shared/client/error-texts.ts'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import type { Made } from './maker.ts'
import { followLink, expectAlert, button, press, expectToast } from './page.ts'
import type { Store } from './store.ts'

/** A visitor's action that changes what the server has stored. */
export type Write = {
  what: string
  at: (made: Made) => string
  request: [method: string, path: RegExp]
  /** Opens what must be open and types what must be typed. */
  prepare?: (page: Page, made: Made) => Promise<unknown>
  press: (page: Page) => Promise<unknown>
  /** Expects the page to say that the server cannot be reached. */
  saysFailure: (page: Page) => Promise<unknown>
  /** Expects the entered values to be still there. */
  keeps?: (page: Page, made: Made) => Promise<unknown>
  stored: (store: Store, made: Made) => unknown
  before: unknown
  succeeds: (page: Page) => Promise<unknown>
  after: unknown
}

const UNREACHABLE = AUTH_FAILURE.NETWORK_ERROR

/** Reads an SQL expression over the stored row of a card; null if there is no such row. */
export const column =
  (sql: string) =>
  (store: Store, { id }: Pick<Made, 'id'>) =>
    store.rows(`select ${sql} as it from fantasy_football_cards where id = ?`, id)[0]?.['it'] ?? null

const onItsPage = ({ id }: Made) => `/card/${id}`
const onMyCards = () => '/my-cards'
const dialog = (page: Page) => page.getByRole('dialog')
const visibility = column('visibility')
const getAddress = ({ visitorId }: Made) => `${visitorId}@example.com`
/** The tools of a card in My cards are behind a disclosure. */
const openTools = (page: Page) => page.locator('.my-cards-screen-list summary').first().click()

const MESSAGE = { name: 'Cid', message: 'Are you there?' }
const REASON = /Spam or something else/
const NOTE = 'It is an advertisement'

export const VISITOR_WRITES: readonly Write[] = [
  {
    what: 'reporting a card',
    at: onItsPage,
    request: ['POST', /\/reports$/],
    prepare: async (page) => {
      await followLink(page, 'Report this card')
      await page.getByRole('radio', { name: REASON }).check()
      await page.getByLabel(/Anything we should know/).fill(NOTE)
    },
    press: press('Send report'),
    saysFailure: (page) => expectAlert(page, UNREACHABLE),
    keeps: async (page) => {
      await expect(page.getByRole('radio', { name: REASON })).toBeChecked()
      await expect(page.getByLabel(/Anything we should know/)).toHaveValue(NOTE)
    },
    stored: (store, { id, visitorId }) =>
      store.rows('select 1 from reports where card = ? and reporter = ?', id, visitorId).length,
    before: 0,
    succeeds: (page) => expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible(),
    after: 1,
  },
  {
    what: 'voting on the page of a card',
    at: onItsPage,
    request: ['POST', /\/votes$/],
    press: press(LABELS.upvote),
    saysFailure: (page) => expectToast(page, FAILURE.vote),
    stored: (store, { id, visitorId }) =>
      store.rows('select 1 from votes where card = ? and voter = ?', id, visitorId).length,
    before: 0,
    succeeds: (page) => expectToast(page, SUCCESS.voteAdded),
    after: 1,
  },
  {
    what: 'sending a message',
    at: () => '/contact',
    request: ['POST', /\/functions\/v1\/contact-submit$/],
    prepare: async (page, made) => {
      for (const [name, value] of Object.entries(MESSAGE)) await page.locator(`[name="${name}"]`).fill(value)
      await page.locator('[name="email"]').fill(getAddress(made))
    },
    press: press(LABELS.sendMessage),
    saysFailure: async (page) => {
      await expectToast(page, FAILURE.contactUnreachable)
      await expectAlert(page, FAILURE.contactUnreachable)
    },
    keeps: async (page, made) => {
      for (const [name, value] of Object.entries({ ...MESSAGE, email: getAddress(made) }))
        await expect(page.locator(`[name="${name}"]`)).toHaveValue(value)
    },
    stored: (store, made) => store.rows('select 1 from contact_submissions where email = ?', getAddress(made)).length,
    before: 0,
    succeeds: (page) => expectToast(page, SUCCESS.messageSent),
    after: 1,
  },
]

/** The writes of a card's maker, in an order in which one card can go through all of them. */
export const MAKER_WRITES: readonly Write[] = [
  {
    what: 'editing the stats',
    at: ({ jobId }) => `/?job=${jobId}`,
    request: ['POST', /\/stats$/],
    prepare: async (page) => {
      await press('Edit stats')(page)
      await page.getByLabel('Agility, number').fill('42')
    },
    press: press(LABELS.saveChanges),
    saysFailure: async (page) => {
      await expectToast(page, UNREACHABLE)
      await expect(dialog(page).getByText(UNREACHABLE)).toBeVisible()
    },
    keeps: (page) => expect(page.getByLabel('Agility, number')).toHaveValue('42'),
    stored: column("json_extract(stats, '$.agility') = 42"),
    before: 0,
    succeeds: (page) => expect(dialog(page)).toBeHidden(),
    after: 1,
  },
  {
    what: 'saving to the Hall',
    at: ({ jobId }) => `/?job=${jobId}`,
    request: ['POST', /\/api\/cards$/],
    press: press(LABELS.saveToHall),
    saysFailure: async (page) => {
      await expectToast(page, FAILURE.save)
      await expectAlert(page, UNREACHABLE)
    },
    keeps: (page) => expect(page.getByRole('button', { name: LABELS.saveToHall })).toBeVisible(),
    stored: visibility,
    before: 'draft',
    succeeds: (page) => expect(page.getByText(SUCCESS.cardSaved)).toBeVisible(),
    after: 'public',
  },
  {
    what: 'changing the nickname',
    at: onItsPage,
    request: ['PATCH', /\/api\/cards\/\w+$/],
    prepare: async (page) => {
      await press('Change nickname')(page)
      await dialog(page).getByLabel(LABELS.funNickname).fill('Sunday Sam')
    },
    press: press(LABELS.saveChanges),
    saysFailure: (page) => expect(dialog(page).getByText(UNREACHABLE)).toBeVisible(),
    keeps: (page) => expect(dialog(page).getByLabel(LABELS.funNickname)).toHaveValue('Sunday Sam'),
    stored: column('player_name'),
    before: 'Gridiron Gran',
    succeeds: async (page) => {
      await expect(page.getByRole('heading', { name: 'Sunday Sam', level: 1 })).toBeVisible()
      // The closing sheet goes back in the history, which would abort the next navigation.
      await page.waitForFunction(() => !(history.state as { usr?: { over?: true } } | null)?.usr?.over)
    },
    after: 'Sunday Sam',
  },
  {
    what: 'taking a card out of the Hall',
    at: onMyCards,
    request: ['POST', /\/unpublish$/],
    prepare: openTools,
    press: press('Remove from Hall'),
    saysFailure: (page) => expectToast(page, UNREACHABLE),
    keeps: (page) => expect(button(page, 'Remove from Hall')).toBeVisible(),
    stored: visibility,
    before: 'public',
    succeeds: (page) => expectToast(page, 'Sunday Sam is out of the Hall.'),
    after: 'unlisted',
  },
  {
    what: 'deleting a card',
    at: onMyCards,
    request: ['DELETE', /\/api\/cards\/\w+$/],
    prepare: async (page) => {
      await openTools(page)
      await press('Delete')(page)
    },
    press: press('Delete for good'),
    saysFailure: (page) => expectAlert(page, UNREACHABLE),
    keeps: (page) => expect(button(page, 'Keep the card')).toBeVisible(),
    stored: visibility,
    before: 'unlisted',
    succeeds: (page) => expectToast(page, 'Sunday Sam was deleted.'),
    after: null,
  },
]
