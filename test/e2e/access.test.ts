import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { arriveAt } from './support/mishap.ts'
import { hold } from './support/network.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { PORTRAIT } from './support/visitor.ts'

/** Every screen and state in both themes, and what is left of it at 320 px. */
describe('everybody can use @core', { concurrency: 2 }, () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  for (const [device, viewport] of [
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const) {
    const open = async (path: string) => {
      const { page, context } = await stage.open(viewport)
      await arriveAt(page, path)
      const faults: string[] = []
      const look = async (state: string) => void faults.push(...(await accessFaults(page, state)))
      const lookInto = async (name: string | RegExp, title: string | RegExp) => {
        const button = page.getByRole('button', { name }).first()
        await button.click()
        await page.getByRole('dialog', { name: title }).waitFor()
        await look(String(title))
        await page.keyboard.press('Escape')
        await page.getByRole('dialog', { name: title }).waitFor({ state: 'hidden' })
        assert.ok(await button.evaluate((element) => element === document.activeElement), `${title} gives focus back`)
      }
      const close = async () => {
        await context.close()
        assert.deepEqual(faults, [])
      }
      return { page, look, lookInto, close }
    }

    test(`the generator on ${device}, from an empty form to a published card`, async () => {
      const { page, look, lookInto, close } = await open('/')
      await look('an empty form')
      await lookInto(/^Team Colors: /, LABELS.teamColors)
      await lookInto(/^Armor \/ Headgear: /, LABELS.armor)
      await lookInto(LABELS.privacy, LABELS.privacy)
      await page.getByLabel('Choose a photo (not saved)').setInputFiles(PORTRAIT)
      await page.getByRole('dialog', { name: 'Fit your face' }).waitFor()
      await look('cropping')
      await page.getByRole('button', { name: 'Use photo' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
      await look('a form with a photo')
      const form = await hold(page, '**/api/generations')
      await page.getByRole('button', { name: 'Generate', exact: true }).click()
      await page.getByRole('button', { name: LABELS.cancel }).waitFor()
      await look('drawing')
      form.release()
      await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
      await look('a card')
      await lookInto('Edit stats', /stats/i)
      await lookInto(LABELS.download, /Download/)
      await lookInto('More', /More|Share/)
      await lookInto(LABELS.saveToHall, LABELS.saveToHall)
      await close()
    })

    test(`the Hall on ${device}, with cards, without any and when it cannot be reached`, async () => {
      const { page, look, lookInto, close } = await open('/hall-of-fame')
      await page.locator('a[href^="/card/"] img').first().waitFor()
      await look('the Hall')
      await lookInto(/^More about /, /.+/)
      await arriveAt(page, '/hall-of-fame?team=Dallas%20Cowboys')
      await page.getByText(LABELS.emptyFilter).waitFor()
      await look('a team without cards')
      await page.route('**/api/cards?list=**', (route) => route.abort('connectionfailed'))
      await arriveAt(page, '/contact')
      await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
      await page
        .getByText(/Couldn't load/)
        .first()
        .waitFor()
      await look('a Hall that did not load')
      await close()
    })

    test(`a card on ${device}, one that is not there, and its report`, async () => {
      const { page, look, lookInto, close } = await open(`/card/${stage.cardIds[0]}`)
      await page.getByRole('button', { name: LABELS.upvote }).click()
      await toastSays(page, SUCCESS.voteAdded)
      await look('a card with a vote and a toast')
      await lookInto(/Report this card/, /Report/)
      await arriveAt(page, '/card/0123456789abcdef0123456789abcdef')
      await page.getByRole('heading', { name: LABELS.cardNotFound }).waitFor()
      await look('no such card')
      await close()
    })

    test(`the pages of text on ${device}, the form and its errors`, async () => {
      const { page, look, close } = await open('/contact')
      await look('contact')
      await page.getByRole('button', { name: LABELS.sendMessage }).click()
      await toastSays(page, FAILURE.contactFieldsMissing)
      await look('contact with errors')
      for (const path of ['/privacy-policy', '/my-cards', '/no-such-page']) {
        await arriveAt(page, path)
        await look(path)
      }
      await close()
    })
  }
})
