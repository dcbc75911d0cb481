import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { wantsStillness } from '#web/hooks/motion.ts'

/** Some browsers give the sensor's readings only after a question, which only a tap may ask. */
type Asking = { requestPermission?: () => Promise<'granted' | 'denied'> }

let isAllowed: boolean | null = null
/** True if the browser has a question and has answered it beforehand, as Chromium does. */
let isGranted = false
const watchers = new Set<() => void>()

const asking = (): Asking => DeviceOrientationEvent as unknown as Asking

/** True if this is a device that is turned in the hand, whose visitor does not want stillness. */
const canTurn = (): boolean =>
  !wantsStillness() && 'DeviceOrientationEvent' in globalThis && matchMedia('(pointer: coarse)').matches

const mustAsk = (): boolean => asking().requestPermission !== undefined && !isGranted

const isOn = (): boolean => canTurn() && (isAllowed ?? !mustAsk())

/** True if a tap has to ask first, as on iOS. */
const needsTap = (): boolean => canTurn() && mustAsk()

/**
 * Switches the phone's motion on or off. To be called in a tap: the first time the browser may ask the visitor.
 *
 * @returns whether it is on now; false when the visitor has refused
 */
export async function switchMotion(): Promise<boolean> {
  // Asked each time: the browser remembers, and shows its question once.
  isAllowed = isOn()
    ? false
    : (await asking()
        .requestPermission?.()
        .catch(() => 'denied')) !== 'denied'
  for (const tell of watchers) tell()
  return isAllowed
}

/** Looks once whether there is nothing to ask. Safari does not know this name and rejects: there a tap asks. */
const lookAtPermission = once(async () => {
  const { state } = await navigator.permissions.query({ name: 'gyroscope' as PermissionName })
  isGranted = state === 'granted'
  for (const tell of watchers) tell()
})

function once(work: () => Promise<void>): () => void {
  let isBegun = false
  return () => {
    if (!isBegun) work().catch(() => {})
    isBegun = true
  }
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  if (canTurn() && mustAsk()) lookAtPermission()
  return () => void watchers.delete(tell)
}

/** True if cards move with the phone now. */
export const useMotion = (): boolean => useSyncExternalStore(watch, isOn, () => false)

/** True if a switch stands on the page, which a tap on it asks by. */
export const useNeedsTap = (): boolean => useSyncExternalStore(watch, needsTap, () => false)

/** Lets the stage around a card follow the phone, where it may. What reads the sensor is loaded only there. */
export function usePhoneTilt(card: RefObject<HTMLElement | null>): void {
  const isMoving = useMotion()
  useEffect(() => {
    const stage = card.current?.closest<HTMLElement>('[data-tilts]')
    if (!isMoving || !stage) return
    let isOver = false
    let stop = () => {}
    import('./phone-tilt.ts').then(
      ({ followPhone }) => {
        if (!isOver) stop = followPhone(stage)
      },
      // Then it stands still.
      () => {},
    )
    return () => {
      isOver = true
      stop()
    }
  }, [isMoving, card])
}
