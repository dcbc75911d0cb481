import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EXAMPLES } from '#shared/domain/examples.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { arriveAt } from './support/mishap.ts'
import { enterOwnStage, type Stage } from './support/stage.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

/** A server of its own, whose Hall is empty. */
describe('examples in an empty Hall @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterOwnStage()
  })
  after(() => stage.close())

  for (const viewport of [PHONE, DESK])
    test(`are marked, lead nowhere, take no votes and are counted nowhere, at ${viewport.width} px`, async () => {
      const { page, context, complaints } = await stage.open(viewport)
      await arriveAt(page, '/hall-of-fame')
      const empty = page.getByText(LABELS.emptyFilter)
      await empty.waitFor()
      const examples = page.getByRole('region', { name: LABELS.examples })
      const items = examples.getByRole('listitem')
      for (const [i, { playerName }] of EXAMPLES.entries()) {
        const item = items.nth(i)
        const image = item.getByRole('img', { name: playerName })
        assert.match((await image.getAttribute('alt'))!, /^Example/, 'the words for a screen reader say so too')
        await image.evaluate((one: HTMLImageElement) => one.decode())
        const [mark, picture] = [item.getByText(LABELS.example, { exact: true }), (await image.boundingBox())!]
        const box = (await mark.boundingBox())!
        assert.ok(
          box.x >= picture.x && box.x + box.width <= picture.x + picture.width && box.y < picture.y + picture.height,
          'the mark stands on the picture',
        )
      }
      assert.equal(await examples.getByRole('link').count(), 0)
      assert.equal(await examples.getByRole('button').count(), 0)
      await examples.getByText(LABELS.examplesNote).waitFor()
      assert.equal(await page.getByRole('button', { name: /^Upvote/ }).count(), 0)

      const [words, shown] = [(await empty.boundingBox())!, (await examples.boundingBox())!]
      if (viewport === DESK) assert.ok(shown.x >= words.x + words.width, 'beside the words')
      else assert.ok(shown.y >= words.y + words.height, 'below the words')
      assert.deepEqual(await accessFaults(page, 'an empty Hall'), [])

      await arriveAt(page, '/hall-of-fame?team=Los+Angeles+Rams')
      await empty.waitFor()
      await page.getByRole('link', { name: 'Make the first Los Angeles Rams card' }).waitFor()
      await items.first().getByRole('img', { name: 'Sunday Maya' }).waitFor()

      for (const list of ['top', 'recent', 'new', 'trending', 'week'])
        assert.deepEqual(await (await page.request.get(`/api/cards?list=${list}`)).json(), { cards: [] }, list)
      const vote = await page.request.post(`/api/cards/${EXAMPLES[0].id}/votes`, { headers: { origin: stage.url } })
      assert.equal(vote.status(), 400, 'its name is no id of a card')
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('go with the first card, and stay where a team has none', async () => {
    const maker = createVisitor(stage.url)
    await maker.arrive()
    const { id } = await makePublicCard(maker)
    const { page, context, complaints } = await stage.open(PHONE)
    await arriveAt(page, '/hall-of-fame')
    await page.locator(`a[href="/card/${id}"]`).first().waitFor()
    assert.equal(await page.getByText(LABELS.examples).count(), 0)
    await arriveAt(page, '/hall-of-fame?team=Dallas+Cowboys')
    await page.getByRole('region', { name: LABELS.examples }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
