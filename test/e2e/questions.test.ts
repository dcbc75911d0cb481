import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, QUESTION, SUCCESS } from '#shared/domain/messages.ts'
import { openDarkroom } from './support/faces.ts'
import { choosePhoto, generateButton } from './support/form.ts'
import { visitorIdOf } from './support/maker.ts'
import { arriveAt } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

/** A card takes as long as a busy machine needs for it. */
const CARD = { timeout: 60_000 }

describe('a photo that is a question @core', () => {
  let stage: Stage
  const darkroom = openDarkroom()
  before(async () => {
    stage = await enterStage()
  })
  after(async () => {
    darkroom.close()
    await stage.close()
  })

  const leftToday = async (page: Page) =>
    page.evaluate(async () => {
      const { generations } = (await (await fetch('/api/config')).json()) as { generations: { left: number } }
      return generations.left
    })
  const madeBy = (visitor: string) =>
    stage.store.rows<{ id: string; image_url: string; generation_id: string; art_path: string }>(
      'select id, image_url, generation_id, art_path from fantasy_football_cards where owner = ?',
      visitor,
    )

  async function send(file: string) {
    const tab = await stage.open()
    await arriveAt(tab.page, '/')
    await tab.page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    await choosePhoto(tab.page, file)
    const left = await leftToday(tab.page)
    await generateButton(tab.page).click()
    return { ...tab, tab, left }
  }

  test('because two faces are on it costs nothing, is answered with a tap, and the card can be adjusted at no charge', async () => {
    const group = await darkroom.develop('pair', { width: 1000, height: 640 }, [
      { name: 'dark-skin', left: 40, top: 120, side: 420 },
      { name: 'fair-long-hair', left: 540, top: 120, side: 420 },
    ])
    const { page, tab, left, complaints, context } = await send(group)
    const sheet = page.getByRole('dialog')
    await sheet.getByText(QUESTION.SEVERAL_FACES).waitFor(CARD)
    assert.equal(await leftToday(page), left)
    const visitor = await visitorIdOf(tab)
    assert.deepEqual(madeBy(visitor), [])

    await sheet.getByRole('button', { name: 'Face 2 of 2' }).press('Enter')
    await page.getByRole('button', { name: 'Use photo' }).click()
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor(CARD)
    assert.equal(await leftToday(page), left - 1)
    const [card] = madeBy(visitor)

    const skip = page.getByRole('button', { name: 'Skip' })
    if (await skip.isVisible()) await skip.click()
    await page.getByRole('button', { name: /^Adjust photo/ }).click()
    await page.getByRole('slider', { name: 'Zoom' }).press('ArrowUp')
    await page.getByRole('button', { name: 'Use photo' }).click()
    await page.waitForFunction(
      (before) =>
        document.querySelector<HTMLImageElement>('.stage-stage img.card-picture-picture')?.src.endsWith(before) ===
        false,
      card!.image_url.slice(-40),
      CARD,
    )
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor(CARD)
    const [adjusted, ...others] = madeBy(visitor)
    assert.deepEqual(others, [])
    assert.equal(adjusted!.id, card!.id)
    assert.notEqual(adjusted!.image_url, card!.image_url)
    assert.equal(await leftToday(page), left - 1)
    const pathOf = (path: string) => path.replace(/^\/storage\/[^/]+\//, '')
    const files = new Set(stage.store.files())
    const [before, now] = [card!, adjusted!].map((one) => [pathOf(one.image_url), one.art_path])
    assert.deepEqual(
      before!.filter((file) => files.has(file)),
      [],
      'nothing is left of the card before',
    )
    assert.deepEqual(
      now!.filter((file) => !files.has(file)),
      [],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
