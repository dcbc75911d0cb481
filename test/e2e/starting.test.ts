import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { choosePhoto, generateButton } from './support/form.ts'
import { pictureOf } from './support/handed-on.ts'
import { openMakersTab, visitorIdOf } from './support/maker.ts'
import { arriveAt, press, untilTakenOver } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { PORTRAIT } from './support/visitor.ts'

const isMade = (page: Page) => page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
const nickname = (page: Page) => page.getByLabel(LABELS.funNickname).inputValue()
const rollNickname = press('Roll a nickname')

/** A photo has come by another way than the buttons: it may be cropped, and is the one that would be sent. */
async function takesPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip crop' }).click()
  await page.getByRole('img', { name: 'You, as you will be sent' }).waitFor()
  await page.getByText(/location data removed/i).waitFor()
}

describe('beginning a card, beginning again, and the end of one', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  const cardsOf = (visitor: string) =>
    stage.store.rows<Record<string, string>>(
      'select player_name, team_colors, armor, visibility, id from fantasy_football_cards where owner = ?',
      visitor,
    )
  /** The form as a card of Green Bay with goggles has it begin, and nothing else of that card. */
  const beginsLikeGoggles = async (page: Page) => {
    await page.getByText('Remixing Ace, with the same setup').waitFor()
    await page.getByRole('button', { name: 'Team Colors: Green Bay Packers' }).waitFor()
    await page.getByRole('button', { name: 'Armor / Headgear: Goggles' }).waitFor()
    assert.deepEqual([await nickname(page), await page.getByLabel(LABELS.jerseyNumber).inputValue()], ['', ''])
    assert.equal(await page.getByRole('img', { name: 'You, as you will be sent' }).count(), 0)
    assert.equal(await generateButton(page).getAttribute('aria-disabled'), 'true')
  }

  test('a remix on a phone begins with team and gear, never with the face, the name or the number @long', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    await arriveAt(page, `/card/${stage.cardIds[3]}`)
    await page.getByRole('link', { name: 'Remix this setup' }).click()
    await beginsLikeGoggles(page)
    const { pathname, search } = new URL(page.url())
    assert.equal(pathname + search, `/?from=${stage.cardIds[3]}`)
    await press('OK')(page)
    await page.getByText('Remixing Ace, with the same setup').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Armor / Headgear: Goggles' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a reload keeps what was changed of a remix, and the link of the same card begins it again @long', async () => {
    const { page, context, complaints } = await stage.open(DESK)
    await arriveAt(page, `/?remix=${stage.cardIds[3]}`)
    await beginsLikeGoggles(page)
    await press('Random Team')(page)
    const team = page.getByRole('button', { name: /^Team Colors: (?!Green Bay Packers)/ })
    await page.locator('.pick-step-rolling').waitFor({ state: 'detached' })
    const changed = await team.innerText()
    await page.reload()
    await untilTakenOver(page)
    assert.equal(await team.innerText(), changed)
    await arriveAt(page, `/card/${stage.cardIds[3]}`)
    await page.getByRole('link', { name: 'Make yours like this' }).first().click()
    await beginsLikeGoggles(page)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('at a desk remix, dice and a pasted photo make a card of one’s own; another one keeps it, and it can be had back @long', async () => {
    const { page, context, complaints } = await stage.open(DESK)
    await arriveAt(page, `/?remix=${stage.cardIds[3]}`)
    await beginsLikeGoggles(page)
    await rollNickname(page)
    const first = await nickname(page)
    await rollNickname(page)
    const name = await nickname(page)
    assert.match(name, /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u)
    assert.notEqual(name, first)
    await page.evaluate(copyPhoto, readFileSync(PORTRAIT).toString('base64'))
    await page.keyboard.press('Control+V')
    await takesPhoto(page)
    await generateButton(page).click()
    await isMade(page)

    const visitor = await visitorIdOf({ context })
    const [card, ...more] = cardsOf(visitor)
    assert.deepEqual(more, [])
    const { id, ...row } = card!
    const expected = { player_name: name, team_colors: 'Green Bay Packers', armor: 'goggles', visibility: 'draft' }
    assert.deepEqual(row, expected)
    const [own, others] = [await pictureOf(stage, id!), await pictureOf(stage, stage.cardIds[3]!)]
    assert.ok(!own.bytes.equals(others.bytes), 'it is another card')

    const shown = page.locator(`.stage-stage img[src="${own.url}"]`).first()
    await shown.waitFor()
    await press('Make another card')(page)
    await page.getByText('A new card. Your last one is kept.').waitFor()
    assert.equal(await nickname(page), name)
    await rollNickname(page)
    const rolled = await nickname(page)
    await press('Back to it')(page)
    await isMade(page)
    await shown.waitFor()
    await press('Make another card')(page)
    assert.equal(await nickname(page), rolled)
    assert.deepEqual(cardsOf(visitor), [card])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a first card is drawn as the photo that was asked for, and costs one card @long', async () => {
    const { page, context, complaints } = await stage.open({ width: 320, height: 640 })
    await arriveAt(page, '/')
    await choosePhoto(page)
    const finish = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
    assert.ok(await finish('Ink').isChecked())
    await finish('Ink').focus()
    await page.keyboard.press('ArrowRight')
    assert.ok(await finish('Photo').isChecked())
    assert.deepEqual(await accessFaults(page, 'the finish'), [])
    await page.getByLabel(LABELS.jerseyNumber).fill('٢٣')
    await page.locator('.stage-stage .card-preview-jersey').getByText('23', { exact: true }).waitFor()
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    await generateButton(page).click()
    await isMade(page)
    const visitor = await visitorIdOf({ context })
    const made = stage.store.rows('select finish from fantasy_football_cards where owner = ?', visitor)
    assert.deepEqual(
      made.map(({ finish }) => finish),
      ['photo'],
    )
    await press('Make another card')(page)
    await finish('Photo').waitFor()
    assert.ok(await finish('Photo').isChecked())
    await page.reload()
    await choosePhoto(page)
    assert.ok(await finish('Photo').isChecked())
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a photo that is dropped on the form is taken, and nothing leaves the device for it @long', async () => {
    const { page, context, complaints } = await stage.open(DESK)
    await arriveAt(page, '/')
    const drop = page.locator('.photo-step-drop')
    await drop.getByText('or drop or paste one here').waitFor()
    await page.waitForLoadState('networkidle')
    const { x, y, width, height } = (await drop.boundingBox())!
    const session = await context.newCDPSession(page)
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      session.send('Input.dispatchDragEvent', {
        type,
        x: x + width / 2,
        y: y + height / 2,
        data: { items: [], files: [PORTRAIT], dragOperationsMask: 1 },
      })
    await drag('dragEnter')
    await drag('dragOver')
    await page.locator('.photo-step-drop.photo-step-over').waitFor()
    await drag('drop')
    await takesPhoto(page)
    const visitor = await visitorIdOf({ context })
    assert.deepEqual(stage.store.rows('select id from generations where visitor = ?', visitor), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a card that its maker deletes on a phone is gone for everybody, and its page says so @core', async () => {
    const maker = await openMakersTab(stage, 'public', PHONE)
    const { id } = maker.made
    const { url } = await pictureOf(stage, id)
    await arriveAt(maker.page, `/card/${id}`)
    await press('Delete')(maker.page)
    await press('Delete for good')(maker.page)
    await toastSays(maker.page, 'Gridiron Gran is deleted.')
    assert.deepEqual(maker.complaints, [])
    assert.deepEqual(stage.store.rows('select id from fantasy_football_cards where id = ?', id), [])
    assert.equal(stage.store.rows('select id from removed_cards where id = ?', id).length, 1)
    assert.deepEqual(
      stage.store.files().filter((key) => url.endsWith(key)),
      [],
    )

    for (const { page, context, complaints } of [maker, await stage.open(DESK)]) {
      const answer = await page.goto(`/card/${id}`)
      assert.equal(answer!.status(), 410)
      await untilTakenOver(page)
      await page.getByRole('heading', { name: LABELS.cardNotFound, level: 1 }).waitFor()
      await page.getByText('This card has been removed. Its page will not come back.').waitFor()
      assert.deepEqual(
        await Promise.all([`/download/${id}/card`, url].map(async (file) => (await page.request.get(file)).status())),
        [410, 410],
      )
      assert.deepEqual(complaints.filter(notBrowsersOwn), [])
      await context.close()
    }
  })
})

/** Puts a photo on the clipboard as a program that shows pictures does. */
async function copyPhoto(base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob({ type: 'image/png' }) })])
}
