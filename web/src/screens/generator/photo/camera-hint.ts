import { useEffect, useState } from 'react'
import type { FaceFinder, Part, Sight } from '#web/photo/face-finder.ts'

/** One hint at a time for a better picture; the words are the whole message. */
export const HINTS = {
  top: 'The top of your head is missing.',
  light: 'Turn to the light.',
  closer: 'Come closer.',
  back: 'Move back a little.',
  good: 'Looks good.',
  none: 'Fit your face into the oval.',
} as const
export type Hint = keyof typeof HINTS

/** Mean luma of a face (0 to 255) below which its drawing would be guesswork. */
const DARK = 60
/** A face from ear to ear, of the longer side of what is shown. The oval is 0.42. */
const SMALL = 0.27
const LARGE = 0.55
/** From the middle of a face to the top of the skull, in widths of it. */
const SKULL_TOP = 0.76

/** @param size of the picture that was looked at, in any unit */
export function hintOf({ faces, light }: Sight, { width, height }: { width: number; height: number }): Hint {
  const [face] = faces
  if (!face) return light < DARK ? 'light' : 'none'
  const longer = Math.max(width, height)
  if (face.cy * height < SKULL_TOP * face.s * longer) return 'top'
  if (light < DARK) return 'light'
  if (face.s > LARGE) return 'back'
  return face.s < SMALL ? 'closer' : 'good'
}

const LOOK_EVERY_MS = 300
/**
 * A hint is said once it has been true for so long, so that nothing flickers and a screen reader is not interrupted
 * (debounce).
 */
const STEADY_MS = 700

/** Returns the hint that helps the picture most just now. Without face detection it is always the same sentence. */
export function useHint(part: (() => Part | null) | null, faces: FaceFinder): Hint {
  const [hint, setHint] = useState<Hint>('none')

  useEffect(() => {
    if (part === null) return
    let isWatched = true
    let seen: Hint | null = null
    let seenAt = 0
    let timer: ReturnType<typeof setTimeout>
    async function look() {
      const shown = part!()
      const sight = shown && (await faces.inPart(shown))
      if (!isWatched) return
      if (shown && sight) {
        const next = hintOf(sight, shown)
        if (next !== seen) seenAt = performance.now()
        seen = next
        if (performance.now() - seenAt >= STEADY_MS) setHint(next)
      }
      // A film that has not begun is waited for; a finder that cannot look is left alone.
      if (!shown || sight) timer = setTimeout(look, LOOK_EVERY_MS)
    }
    void look()
    return () => {
      isWatched = false
      clearTimeout(timer)
    }
  }, [part, faces])

  return hint
}
