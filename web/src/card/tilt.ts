import type { PointerEvent } from 'react'

const MAX_DEGREES = 12

/** Turns what stands on a stage after a mouse pointer, at most 12 degrees, without asking React to draw again. */
export const tiltHandlers = {
  onPointerMove({ pointerType, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    if (pointerType !== 'mouse') return
    const box = currentTarget.getBoundingClientRect()
    const across = (clientX - box.left) / box.width - 0.5
    const down = (clientY - box.top) / box.height - 0.5
    currentTarget.style.setProperty('--turn', `${(across * 2 * MAX_DEGREES).toFixed(2)}deg`)
    currentTarget.style.setProperty('--lean', `${(-down * MAX_DEGREES).toFixed(2)}deg`)
  },
  onPointerLeave({ currentTarget }: PointerEvent<HTMLElement>) {
    currentTarget.style.removeProperty('--turn')
    currentTarget.style.removeProperty('--lean')
  },
}
