import type { Locator, Page } from '@playwright/test'

const STEPS = 6

/**
 * Moves two fingers apart (or together) around the center of an element, in steps. `from`, `to`: distance of each from
 * the center, in CSS px. From 0 it is one finger that moves to the right.
 */
export async function pinch(page: Page, target: Locator, { from, to }: { from: number; to: number }): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const touches = (distance: number) => {
    const right = { x: middleX + distance, y: middleY, id: 0 }
    return from === 0 ? [right] : [right, { x: middleX - distance, y: middleY, id: 1 }]
  }
  const session = await page.context().newCDPSession(page)
  const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof touches>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })

  await dispatch('touchStart', touches(from))
  for (let step = 1; step <= STEPS; step++) await dispatch('touchMove', touches(from + ((to - from) * step) / STEPS))
  await dispatch('touchEnd', [])
  await session.detach()
}
