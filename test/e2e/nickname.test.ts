import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { arriveAt } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

/** Cuneiform is in no face of the card; Greek is. */
const UNDRAWN = 'The card has no letters for 𒀀. A dot stands in.'

describe('a nickname in letters that the card does not have @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  for (const viewport of [PHONE, DESK])
    test(`is said under its field while it is typed, and no longer when they are gone, at ${viewport.width} px`, async () => {
      const { page, context, complaints } = await stage.open(viewport)
      await arriveAt(page, '/')
      const field = page.getByLabel(LABELS.funNickname)
      const note = page.getByText(/^The card has no letters for/)
      await field.pressSequentially('Gran Νίκη')
      await page.waitForLoadState('networkidle')
      assert.equal(await note.count(), 0, 'what can be drawn is not spoken of')
      await field.pressSequentially(' 𒀀')
      await note.waitFor()
      assert.equal(await note.innerText(), UNDRAWN)
      const [input, under] = [(await field.boundingBox())!, (await note.boundingBox())!]
      assert.ok(under.y >= input.y + input.height && under.y < input.y + input.height + 40, `at ${under.y}`)
      assert.equal(await field.getAttribute('aria-describedby'), await note.getAttribute('id'))
      assert.equal(await field.getAttribute('aria-invalid'), 'false', 'it is no error: the card can be made')
      assert.equal(await note.evaluate((element) => element.tagName), 'OUTPUT', 'a polite live region')
      assert.deepEqual(await accessFaults(page, 'letters that are not there'), [])
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      await page.getByLabel(LABELS.jerseyNumber).fill('7𒀀')
      assert.equal(await note.nth(1).innerText(), UNDRAWN)
      await page.getByLabel(LABELS.jerseyNumber).fill('7')
      await note.nth(1).waitFor({ state: 'detached' })

      await field.press('End')
      await field.press('Backspace')
      await note.waitFor({ state: 'detached' })
      assert.equal(await field.inputValue(), 'Gran Νίκη ')
      assert.equal(await field.getAttribute('aria-describedby'), null)
      assert.deepEqual(complaints, [])
      await context.close()
    })
})
