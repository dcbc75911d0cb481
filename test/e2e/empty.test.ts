import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { arriveAt } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

type Emptiness = {
  what: string
  says: string
  /** Its one button or link. */
  offers: string
  /** Goes to where there is nothing. */
  go: (page: Page, stage: Stage) => Promise<unknown>
}

const BACK = `Back to the ${LABELS.gallery}`
const EMPTINESS: readonly Emptiness[] = [
  {
    what: 'an unknown address',
    says: 'Page not found',
    offers: LABELS.generator,
    go: (page) => arriveAt(page, '/nope'),
  },
  {
    what: 'an unknown card',
    says: LABELS.cardNotFound,
    offers: BACK,
    go: (page) => arriveAt(page, '/card/0123456789abcdef0123456789abcdef'),
  },
  {
    what: 'a card that does not arrive',
    says: 'The card did not arrive',
    offers: 'Retry',
    async go(page) {
      await page.route(/\/api\/cards\/\w{32}$/, (route) => route.abort())
      await arriveAt(page, '/hall-of-fame')
      await page.locator('main a[href^="/card/"]').first().click()
    },
  },
  {
    what: 'a card that this visitor has reported',
    says: 'Hidden while we look',
    offers: BACK,
    async go(page, { url }) {
      const maker = createVisitor(url)
      await maker.arrive()
      await arriveAt(page, `/card/${(await makePublicCard(maker)).id}`)
      await page.getByRole('button', { name: LABELS.reportCard }).click()
      await page.getByRole('radio', { name: /Nudity/ }).check()
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByRole('dialog', { name: 'Thank you' }).getByRole('button', { name: 'Close' }).first().click()
    },
  },
  {
    what: 'a team without cards',
    says: LABELS.emptyFilter,
    offers: 'Make the first Cleveland Browns card',
    go: (page) => arriveAt(page, '/hall-of-fame?team=Cleveland+Browns'),
  },
  {
    what: 'a browser where nobody is signed in',
    says: 'Nobody is signed in here.',
    offers: 'Sign in',
    go: (page) => arriveAt(page, '/account'),
  },
  {
    what: 'a visitor without a card',
    says: 'No card of yours yet.',
    offers: 'Make your first card',
    go: (page) => arriveAt(page, '/my-cards'),
  },
]

describe('where there is nothing @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  for (const viewport of [PHONE, DESK])
    test(`one look says so and offers one thing to do, at ${viewport.width} px`, async () => {
      const looks: unknown[] = []
      for (const { what, says, offers, go } of EMPTINESS) {
        const { page, context, complaints } = await stage.open(viewport)
        await go(page, stage)
        const shown = page.locator('main .empty-empty')
        await shown.getByText(says, { exact: true }).waitFor()
        assert.deepEqual(await shown.locator('a, button').allTextContents(), [offers], what)
        assert.deepEqual(await accessFaults(page, what), [])
        await page.mouse.move(1, 1)
        looks.push(await shown.evaluate(lookOf))
        assert.deepEqual(complaints.filter(notBrowsersOwn), [], what)
        await context.close()
      }
      assert.deepEqual(looks, Array(EMPTINESS.length).fill(looks[0]))
    })

  test('an unknown card is told with the same look before and without a script', async () => {
    const { page, context } = await stage.open(DESK, { javaScriptEnabled: false })
    await page.goto('/card/0123456789abcdef0123456789abcdef')
    const without = page.locator('main .empty-empty')
    assert.equal(await without.locator('h1').textContent(), LABELS.cardNotFound)
    assert.deepEqual(await without.locator('a').allTextContents(), [BACK])
    const { page: scripted, context: other } = await stage.open(DESK)
    await arriveAt(scripted, '/card/0123456789abcdef0123456789abcdef')
    const boxes = await Promise.all(
      [page, scripted].flatMap((one) =>
        ['h1', 'p', 'a'].map((part) => one.locator(`main .empty-empty ${part}`).boundingBox()),
      ),
    )
    assert.deepEqual(boxes.slice(0, 3), boxes.slice(3))
    await context.close()
    await other.close()
  })
})

/** Where the words begin, and what they stand on and are written in. */
function lookOf(empty: Element) {
  const [words, button] = [empty.querySelector('h1, p')!, empty.querySelector('a, button')!]
  const { backgroundColor, borderStyle, paddingLeft } = getComputedStyle(empty)
  const { fontFamily, textTransform, textAlign } = getComputedStyle(words)
  return {
    ground: [backgroundColor, borderStyle],
    words: [fontFamily, textTransform, textAlign],
    // Both begin where the page does.
    indent: [words, button].map(
      (one) => one.getBoundingClientRect().left - empty.getBoundingClientRect().left - Number.parseFloat(paddingLeft),
    ),
    button: getComputedStyle(button).backgroundColor,
  }
}
