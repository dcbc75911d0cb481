import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { findAccessibilityViolations } from '../support/access.ts'
import { expectFinishedCard, DRAWING_MS, fillForm, generateButton } from '../support/form.ts'
import { arriveAt } from '../support/page.ts'
import { expect, test } from '../support/stand-ins.ts'
import { PORTRAIT } from '../support/visitor.ts'

const STEPS = ['Reading the photo', 'Drawing', 'Finishing touches']

test("a card shows each step while a service draws it, and uses the service's image", async ({ page, ai }) => {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => {
    draw = resolve
  })
  ai.respond = async () => {
    await drawn
    return Response.json({ created: 1, data: [{ b64_json: readFileSync(PORTRAIT).toString('base64') }] })
  }
  await page.addInitScript(recordSteps)
  await holdPushedSteps(page)
  await arriveAt(page, '/')
  await fillForm(page)
  await generateButton(page).click()
  await expect(page.locator('main li[aria-current="step"]', { hasText: 'Drawing' })).toBeVisible({
    timeout: DRAWING_MS,
  })
  expect(await findAccessibilityViolations(page, 'a card that is drawn')).toEqual([])
  draw()
  await expectFinishedCard(page)
  const painted = await page.evaluate(() => (window as unknown as { steps: Step[] }).steps)
  expect(painted).toEqual(STEPS.map((name, done) => ({ name, done, text: name })))

  expect(ai.requests).toHaveLength(1)
  const { prompt, image } = ai.requests[0]!.body
  expect(prompt).toContain('Green Bay Packers')
  expect((image as Uint8Array).length).toBeGreaterThan(10_000)
})

/** Holds back pushed progress until the first step is painted: a fast service would finish before that. */
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

/** False if the page closed first. */
const isPainted = (step: Locator): Promise<boolean> =>
  step.waitFor().then(
    () => true,
    () => false,
  )

type Step = { name: string; done: number; text: string | undefined }

/** Records each step that a frame shows as current, how many are done, and the screen reader announcement. */
function recordSteps() {
  const steps: Step[] = []
  Object.assign(window, { steps })
  const look = () => {
    const now = document.querySelector<HTMLElement>('main li[aria-current="step"]')
    if (now !== null && steps.at(-1)?.name !== now.innerText)
      steps.push({
        name: now.innerText,
        done: now.parentElement!.querySelectorAll('svg').length,
        text: document.querySelector<HTMLElement>('main output')?.innerText,
      })
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
