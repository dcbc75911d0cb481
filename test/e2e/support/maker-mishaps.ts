import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import type { Made } from './maker.ts'
import { alertSays, button, column, type Mishap, press } from './mishap.ts'
import { toastSays } from './path.ts'

const onResult = ({ jobId }: Made) => `/?job=${jobId}`
const onItsPage = ({ id }: Made) => `/card/${id}`
const visibility = column('visibility')
/** On the list of one's own cards the tools wait behind a word. */
const openTools = (page: Page) => page.locator('.my-cards-screen-list summary').first().click()

/** What only the maker of a card does, from the draft to its end. */
export const MAKER_MISHAPS: readonly Mishap[] = [
  {
    what: 'editing the stats',
    visitor: 'maker of a draft',
    at: onResult,
    request: ['POST', /\/stats$/],
    prepare: async (page) => {
      await press('Edit stats')(page)
      await page.getByLabel('Agility, number').fill('42')
    },
    press: press(LABELS.saveChanges),
    says: async (page, words) => {
      await toastSays(page, words)
      await page.getByRole('dialog').getByText(words).waitFor()
    },
    keeps: async (page) => assert.equal(await page.getByLabel('Agility, number').inputValue(), '42'),
    stored: column("json_extract(stats, '$.agility') = 42"),
    before: 0,
    succeeds: (page) => page.getByRole('dialog').waitFor({ state: 'hidden' }),
    after: 1,
  },
  {
    what: 'copying the link of a draft',
    mayRepeat: true,
    visitor: 'maker of a draft',
    at: onResult,
    request: ['POST', /\/share$/],
    press: press(LABELS.copyLink),
    says: (page) => toastSays(page, FAILURE.copy),
    stored: visibility,
    before: 'draft',
    succeeds: (page) => toastSays(page, SUCCESS.cardLinkCopied),
    after: 'unlisted',
  },
  {
    what: 'showing the code of a draft',
    mayRepeat: true,
    visitor: 'maker of a draft',
    at: onResult,
    request: ['POST', /\/share$/],
    prepare: press('More'),
    press: (page) => page.getByRole('button', { name: /^QR code/ }).click(),
    says: toastSays,
    keeps: async (page) => assert.equal(await page.getByRole('img', { name: /QR code/ }).count(), 0),
    stored: visibility,
    before: 'draft',
    succeeds: (page) => page.getByRole('img', { name: /QR code/ }).waitFor(),
    after: 'unlisted',
  },
  {
    what: 'saving to the Hall',
    visitor: 'maker of a draft',
    at: onResult,
    request: ['POST', /\/api\/cards$/],
    prepare: async (page) => {
      await press(LABELS.saveToHall)(page)
      await page.getByRole('checkbox').check()
    },
    press: press('Publish'),
    says: async (page, words) => {
      await toastSays(page, FAILURE.save)
      await alertSays(page, words)
    },
    keeps: async (page) => assert.ok(await page.getByRole('checkbox').isChecked()),
    stored: visibility,
    before: 'draft',
    succeeds: (page) => toastSays(page, SUCCESS.cardSaved),
    after: 'public',
  },
  {
    what: 'downloading a file',
    mayRepeat: true,
    visitor: 'maker of a draft',
    at: onResult,
    request: ['GET', /\/download\//],
    prepare: press(LABELS.download),
    press: (page) => page.getByRole('dialog').getByRole('link', { name: /^Card/ }).click(),
    says: (page) => toastSays(page, FAILURE.download),
    stored: visibility,
    before: 'draft',
    succeeds: (page) => toastSays(page, SUCCESS.cardDownloaded),
    after: 'draft',
  },
  {
    what: 'changing the nickname',
    visitor: 'maker of a public card',
    at: onItsPage,
    request: ['PATCH', /\/api\/cards\/\w+$/],
    prepare: async (page) => {
      await press('Change nickname')(page)
      await page.getByRole('dialog').getByLabel(LABELS.funNickname).fill('Sunday Sam')
    },
    press: press(LABELS.saveChanges),
    says: (page, words) => page.getByRole('dialog').getByText(words).waitFor(),
    keeps: async (page) =>
      assert.equal(await page.getByRole('dialog').getByLabel(LABELS.funNickname).inputValue(), 'Sunday Sam'),
    stored: column('player_name'),
    before: 'Gridiron Gran',
    succeeds: (page) => page.getByRole('heading', { name: 'Sunday Sam', level: 1 }).waitFor(),
    after: 'Sunday Sam',
  },
  {
    what: 'taking a card out of the Hall',
    visitor: 'maker of a public card',
    at: () => '/my-cards',
    request: ['POST', /\/unpublish$/],
    prepare: openTools,
    press: press('Unpublish'),
    says: toastSays,
    keeps: (page) => button(page, 'Unpublish').waitFor(),
    stored: visibility,
    before: 'public',
    succeeds: (page) => toastSays(page, 'Gridiron Gran left the Hall.'),
    after: 'unlisted',
  },
  {
    what: 'deleting a card',
    visitor: 'maker of a public card',
    at: () => '/my-cards',
    request: ['DELETE', /\/api\/cards\/\w+$/],
    prepare: async (page) => {
      await openTools(page)
      await press('Delete')(page)
    },
    press: press('Delete for good'),
    says: alertSays,
    keeps: (page) => button(page, 'Keep the card').waitFor(),
    stored: visibility,
    before: 'public',
    succeeds: (page) => toastSays(page, 'Gridiron Gran is deleted.'),
    after: null,
  },
  {
    what: 'copying the manage link',
    mayRepeat: true,
    visitor: 'maker of a public card',
    at: onItsPage,
    request: ['GET', /\/manage-link$/],
    press: press('Copy manage link'),
    says: (page) => toastSays(page, FAILURE.copy),
    stored: visibility,
    before: 'public',
    succeeds: (page) => toastSays(page, 'Manage link copied.'),
    after: 'public',
  },
]
