import { useEffect, useState } from 'react'
import type { FaceFinder, FaceScan, Part } from '#web/photo/face-finder.ts'

/** One hint at a time for a better picture; the words are the whole message. */
export const HINTS = {
  top: 'The top of your head is missing.',
  light: 'Face the light.',
  closer: 'Move closer.',
  back: 'Move back a little.',
  good: 'Looks good.',
  none: 'Fit your face into the oval.',
} as const
export type Hint = keyof typeof HINTS

/** Mean luma of a face (0 to 255) below which its drawing would be guesswork. */
const DARK = 60
/** Width of a face relative to the longer side of the visible picture. The oval is 0.42. */
const SMALL = 0.27
const LARGE = 0.55
/** Distance from the middle of a face to the top of the skull, in widths of the face. */
const SKULL_TOP = 0.76

/** @param size of the picture that was looked at, in any unit */
export function getHint({ faces, light }: FaceScan, { width, height }: { width: number; height: number }): Hint {
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
 * Debounce: a hint shows once it has been true for this long, so that it does not flicker or interrupt a screen reader.
 */
const STEADY_MS = 700

/** Returns the most useful hint for the current picture. Without face detection, it never changes. */
export function useHint(part: (() => Part | null) | null, faces: FaceFinder): Hint {
  const [hint, setHint] = useState<Hint>('none')

  useEffect(() => {
    if (part === null) return
    let isWatched = true
    let seen: Hint | null = null
    let seenAt = 0
    let timer: ReturnType<typeof setTimeout>
    async function look() {
      const area = part!()
      const scan = area && (await faces.inPart(area))
      if (!isWatched) return
      if (area && scan) {
        const next = getHint(scan, area)
        if (next !== seen) seenAt = performance.now()
        seen = next
        if (performance.now() - seenAt >= STEADY_MS) setHint(next)
      }
      // Retries until the video starts. Stops if the face finder does not work.
      if (!area || scan) timer = setTimeout(look, LOOK_EVERY_MS)
    }
    void look()
    return () => {
      isWatched = false
      clearTimeout(timer)
    }
  }, [part, faces])

  return hint
}
