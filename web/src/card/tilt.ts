import type { PointerEvent } from 'react'

const MAX_DEGREES = 12
/** Travel of the light across the card, as a percentage of its size. */
const LIGHT_PERCENT = 34

let frame = 0

/**
 * Tilts a stage's object toward the pointer, by at most 12 degrees, and moves the light the other way, without a React
 * render. On touch screens it follows horizontal movement; vertical movement scrolls the page.
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

/** @param across and `down`: the direction of the light, each from -0.5 (left, top) to 0.5 */
export function tiltTo(stage: HTMLElement, across: number, down: number): void {
  set(stage, {
    '--turn': `${(across * 2 * MAX_DEGREES).toFixed(2)}deg`,
    '--lean': `${(-down * MAX_DEGREES).toFixed(2)}deg`,
    '--gx': `${(across * LIGHT_PERCENT).toFixed(1)}%`,
    '--gy': `${(down * LIGHT_PERCENT).toFixed(1)}%`,
    '--shine': '1',
  })
}

/** Returns a stage to rest. */
export function settle(stage: HTMLElement): void {
  cancelAnimationFrame(frame)
  set(stage, { '--turn': null, '--lean': null, '--gx': null, '--gy': null, '--shine': null })
}

function set({ style }: HTMLElement, values: Record<`--${string}`, string | null>) {
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value)
}
