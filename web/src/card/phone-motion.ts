import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { wantsStillness } from '#web/hooks/motion.ts'

/** iOS requires permission for the sensor, which only a tap may request. */
type PermissionApi = { requestPermission?: () => Promise<'granted' | 'denied'> }

let isAllowed: boolean | null = null
/** True if the browser granted permission without asking, as Chromium does. */
let isGranted = false
const watchers = new Set<() => void>()

const getPermissionApi = (): PermissionApi => DeviceOrientationEvent as unknown as PermissionApi

/** True on a handheld device whose visitor does not prefer reduced motion. */
const canTurn = (): boolean =>
  !wantsStillness() && 'DeviceOrientationEvent' in globalThis && matchMedia('(pointer: coarse)').matches

const mustAsk = (): boolean => getPermissionApi().requestPermission !== undefined && !isGranted

const isOn = (): boolean => canTurn() && (isAllowed ?? !mustAsk())

/** True if a tap must request permission first, as on iOS. */
const needsTap = (): boolean => canTurn() && mustAsk()

/**
 * Switches the phone's motion on or off. Call it in a tap, because the browser may ask the visitor for permission.
 *
 * @returns whether it is on now; false when the visitor refused
 */
export async function switchMotion(): Promise<boolean> {
  // Requested every time, because the browser remembers and prompts only once.
  isAllowed = isOn()
    ? false
    : (await getPermissionApi()
        .requestPermission?.()
        .catch(() => 'denied')) !== 'denied'
  for (const notify of watchers) notify()
  return isAllowed
}

/** Checks once whether permission is already granted. Safari rejects this permission's name, so a tap requests it. */
const checkPermission = once(async () => {
  const { state } = await navigator.permissions.query({ name: 'gyroscope' as PermissionName })
  isGranted = state === 'granted'
  for (const notify of watchers) notify()
})

function once(work: () => Promise<void>): () => void {
  let hasStarted = false
  return () => {
    if (!hasStarted) work().catch(() => {})
    hasStarted = true
  }
}

function watch(notify: () => void): () => void {
  watchers.add(notify)
  if (canTurn() && mustAsk()) checkPermission()
  return () => void watchers.delete(notify)
}

/** True while cards tilt with the phone. */
export const useMotion = (): boolean => useSyncExternalStore(watch, isOn, () => false)

/** True if a tap on the page's switch must request permission first. */
export const useNeedsTap = (): boolean => useSyncExternalStore(watch, needsTap, () => false)

/** Tilts the stage around a card with the phone, if allowed. Loads the sensor code only then. */
export function usePhoneTilt(card: RefObject<HTMLElement | null>): void {
  const isMoving = useMotion()
  useEffect(() => {
    const stage = card.current?.closest<HTMLElement>('[data-tilts]')
    if (!isMoving || !stage) return
    let isStopped = false
    let stop = () => {}
    import('./phone-tilt.ts').then(
      ({ followPhone }) => {
        if (!isStopped) stop = followPhone(stage)
      },
      // The card stays still if the code does not load.
      () => {},
    )
    return () => {
      isStopped = true
      stop()
    }
  }, [isMoving, card])
}
