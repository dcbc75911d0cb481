import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { accessFaults } from '../support/access.ts'
import { cardIsReady, DRAWING_MS, fillForm, generateButton, holdsForm } from '../support/form.ts'
import { arriveAt } from '../support/page.ts'
import { expect, test } from '../support/stand-ins.ts'
import { PORTRAIT } from '../support/visitor.ts'

const STEPS = ['Reading the photo', 'Drawing', 'Finishing touches']

test('a card shows each step while a service draws it, and is drawn around what the service made', async ({
  page,
  ai,
}) => {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => {
    draw = resolve
  })
  ai.answering = async () => {
    await drawn
    return Response.json({ created: 1, data: [{ b64_json: readFileSync(PORTRAIT).toString('base64') }] })
  }
  await page.addInitScript(noteSteps)
  await holdPushedSteps(page)
  await arriveAt(page, '/')
  await fillForm(page)
  await generateButton(page).click()
  await expect(page.locator('main li[aria-current="step"]', { hasText: 'Drawing' })).toBeVisible({
    timeout: DRAWING_MS,
  })
  expect(await accessFaults(page, 'a card that is drawn')).toEqual([])
  draw()
  await cardIsReady(page)
  const painted = await page.evaluate(() => (window as unknown as { steps: Step[] }).steps)
  expect(painted).toEqual(STEPS.map((name, done) => ({ name, done, said: name })))

  expect(ai.asked).toHaveLength(1)
  const { prompt, image } = ai.asked[0]!.body
  expect(prompt).toContain('Green Bay Packers')
  expect((image as Uint8Array).length).toBeGreaterThan(10_000)
})

test('a service that refuses a photo is asked once, and our own artist draws it when the visitor says so', async ({
  page,
  ai,
}) => {
  ai.answering = () => Response.json({ error: { message: 'no', code: 'moderation_blocked' } }, { status: 400 })
  await arriveAt(page, '/')
  await fillForm(page)
  await generateButton(page).click()
  const offer = page.getByRole('button', { name: 'Use our own artist' })
  await expect(offer).toBeVisible({ timeout: DRAWING_MS })
  await holdsForm(page)
  await offer.click()
  await cardIsReady(page)
  expect(ai.asked).toHaveLength(1)
})

/** Keeps pushed progress back until the first step is painted: a fast service would be done before that. */
async function holdPushedSteps(page: Page): Promise<void> {
  const started = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/generations')
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage(async (message) => {
      await started
      const isShown = await isPainted(page.locator('main li[aria-current="step"]'))
      if (isShown) socket.send(message)
    })
  })
}

/** False when the page was closed before. */
const isPainted = (step: Locator): Promise<boolean> =>
  step.waitFor().then(
    () => true,
    () => false,
  )

type Step = { name: string; done: number; said: string | undefined }

/** Notes each step that a frame shows as the current one, how many are done, and what a screen reader is told. */
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
