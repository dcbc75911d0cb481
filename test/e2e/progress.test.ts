import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { startAiServices } from './support/ai-services.ts'
import { DESK, PHONE } from './support/browser.ts'
import { fillForm, generateButton } from './support/form.ts'
import { visitorIdOf } from './support/maker.ts'
import { arriveAt, press, untilTakenOver } from './support/mishap.ts'
import { enterOwnStage, enterStage, type Stage } from './support/stage.ts'
import { PORTRAIT } from './support/visitor.ts'

const STEPS = ['Checking photo', 'Drawing', 'Finishing']
const STAYS = 'You can leave this page. Your card will wait here.'

/** Drawn by a service elsewhere: our own artist takes the one thread of a local server, and nothing is told meanwhile. */
describe('a card while a service draws it @long', () => {
  let stage: Stage
  let ai: Awaited<ReturnType<typeof startAiServices>>
  before(async () => {
    ai = await startAiServices()
    stage = await enterOwnStage(ai.settingsFor('openai'))
  })
  after(async () => {
    ai.close()
    await stage.close()
  })

  for (const viewport of [PHONE, DESK])
    test(`shows each step, in order, and then the card at once, at ${viewport.width} px`, async () => {
      let draw = () => {}
      const drawn = new Promise<void>((resolve) => {
        draw = resolve
      })
      ai.services.answering = async () => {
        await drawn
        return Response.json({ created: 1, data: [{ b64_json: readFileSync(PORTRAIT).toString('base64') }] })
      }
      const { page, context, complaints } = await stage.open(viewport)
      await page.addInitScript(noteSteps)
      // A busy server may push the second step before it answers the form: then the first one is never seen.
      const started = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/generations')
      await page.routeWebSocket(/.*/, (socket) => {
        const server = socket.connectToServer()
        server.onMessage(async (message) => {
          await started
          await page.locator('main li[aria-current="step"]').waitFor()
          socket.send(message)
        })
      })
      await arriveAt(page, '/')
      await fillForm(page)
      await generateButton(page).click()
      await page.locator('main li[aria-current="step"]', { hasText: 'Drawing' }).waitFor()
      assert.deepEqual(await accessFaults(page, 'a card that is drawn'), [])
      draw()
      await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
      const painted = await page.evaluate(() => (window as unknown as { steps: Step[] }).steps)
      assert.deepEqual(
        painted,
        STEPS.map((name, done) => ({ name, done, said: name })),
      )
      assert.deepEqual(complaints, [])
      await context.close()
    })
})

describe('a card while it is drawn @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  const isMade = (page: Page) => page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })

  test('is where the Generator link leads to, and a reload too, until it is ready', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    let isHeld = true
    // Progress that is pushed, or asked for, says for as long as wanted that it is being drawn.
    await page.routeWebSocket(/.*/, () => {})
    await page.route(/\/api\/generations\/[\w-]+$/, async (route) => {
      const response = await route.fetch()
      const told = (await response.json()) as object
      await route.fulfill({ response, json: isHeld ? { ...told, state: 'drawing', card: null } : told })
    })
    await arriveAt(page, '/')
    await fillForm(page)
    await generateButton(page).click()
    const drawing = page.getByRole('heading', { name: 'Drawing Gridiron Gran' })
    await drawing.waitFor()
    await page.getByText(STAYS).waitFor()
    await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
    await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
    await page.getByRole('link', { name: LABELS.generator, exact: true }).first().click()
    await drawing.waitFor()
    await page.waitForFunction(() => scrollY === 0)
    await page.reload()
    await untilTakenOver(page)
    await page.getByText(STAYS).waitFor()
    isHeld = false
    await isMade(page)
    const visitor = await visitorIdOf({ context })
    assert.equal(stage.store.rows('select id from generations where visitor = ?', visitor).length, 1)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('is redrawn in the other finish by a button that says so and what is left, with the same stats', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    await arriveAt(page, '/')
    await fillForm(page)
    await generateButton(page).click()
    await isMade(page)
    const visitor = await visitorIdOf({ context })
    const stored = () =>
      stage.store.rows<{ finish: string; stats: string }>(
        'select finish, stats from fantasy_football_cards where owner = ? order by created_at',
        visitor,
      )
    const [first] = stored()
    assert.equal(first!.finish, 'ink')
    const art = page.getByRole('region', { name: 'Art' })
    const redraw = art.getByRole('button', { name: /, same stats/ })
    const left = async (name: string) =>
      Number(new RegExp(`^${name}, same stats \\((\\d+) left\\)$`).exec(await redraw.innerText())?.[1])
    assert.ok(await art.getByRole('radio', { name: /^Ink/ }).isChecked())
    const before = await left('Another photo')
    await art.getByRole('radio', { name: /^Photo/ }).check({ force: true })
    assert.equal(await left('Redraw as photo'), before)
    assert.equal(stored().length, 1, 'choosing costs nothing')
    assert.deepEqual(await accessFaults(page, 'the other finish'), [])
    const shown = page.locator('.stage-stage img').first()
    const picture = await shown.getAttribute('src')
    await redraw.click()
    await page.getByRole('heading', { name: 'Drawing Gridiron Gran' }).waitFor()
    await isMade(page)
    assert.ok(await art.getByRole('radio', { name: /^Photo/ }).isChecked())
    assert.equal(
      await left('Another photo'),
      before - 1,
      'the same photo in the same finish would cost a card for nothing',
    )
    assert.notEqual(await shown.getAttribute('src'), picture)
    const [ink, photo, ...more] = stored()
    assert.deepEqual([ink, photo!.finish, photo!.stats, more], [first, 'photo', first!.stats, []])
    await press('Back to the art before')(page)
    await isMade(page)
    await page.locator(`.stage-stage img[src="${picture}"]`).first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

type Step = { name: string; done: number; said: string | undefined }

/** Notes each step that a frame showed as the present one, how many were done, and what a screen reader was told. */
function noteSteps() {
  const steps: Step[] = []
  Object.assign(window, { steps })
  const look = () => {
    const now = document.querySelector<HTMLElement>('main li[aria-current="step"]')
    if (now !== null && steps.at(-1)?.name !== now.innerText)
      steps.push({
        name: now.innerText,
        done: now.parentElement!.querySelectorAll('svg').length,
        said: document.querySelector<HTMLElement>('main output')?.innerText,
      })
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
