import type { PointerEvent } from 'react'

const MAX_DEGREES = 12
/** How far the light wanders over the card, in hundredths of its own size. */
const LIGHT_PERCENT = 34

let frame = 0

/**
 * Turns what stands on a stage after the pointer, at most 12 degrees, and lets the light wander the other way,
 * without asking React to draw again. A finger does it while it moves sideways; downwards it scrolls the page.
 */
export const tiltHandlers = {
  onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      const box = currentTarget.getBoundingClientRect()
      tiltTo(currentTarget, (clientX - box.left) / box.width - 0.5, (clientY - box.top) / box.height - 0.5)
    })
  },
  onPointerLeave: ({ currentTarget }: PointerEvent<HTMLElement>) => settle(currentTarget),
  onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => settle(currentTarget),
}

/** @param across and `down`: where the light comes from, each from -0.5 (left, top) to 0.5 */
export function tiltTo(stage: HTMLElement, across: number, down: number): void {
  set(stage, {
    '--turn': `${(across * 2 * MAX_DEGREES).toFixed(2)}deg`,
    '--lean': `${(-down * MAX_DEGREES).toFixed(2)}deg`,
    '--gx': `${(across * LIGHT_PERCENT).toFixed(1)}%`,
    '--gy': `${(down * LIGHT_PERCENT).toFixed(1)}%`,
    '--shine': '1',
  })
}

/** Lets a stage come to rest. */
export function settle(stage: HTMLElement): void {
  cancelAnimationFrame(frame)
  set(stage, { '--turn': null, '--lean': null, '--gx': null, '--gy': null, '--shine': null })
}

function set({ style }: HTMLElement, values: Record<`--${string}`, string | null>) {
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value)
}
