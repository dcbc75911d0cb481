import { settle, tiltTo } from './tilt.ts'

/** Tilt of the phone from its rest position at which the card reaches its maximum. */
const REACH_DEGREES = 24
/**
 * Fraction by which the rest position follows the phone with each reading, so that any way of holding it becomes the rest
 * position within seconds.
 */
const DRIFT = 0.02
/** Smaller changes are hand tremor and are not drawn. */
const MIN_CHANGE_DEGREES = 0.4
/** A jump this large comes from the sensor's singularity, not from the hand. */
const JUMP_DEGREES = 45

type Pose = { readonly across: number; readonly down: number }

/**
 * Tilts a stage's object, and its light, with the phone. Reads the sensor only while the stage is in view, the page is
 * visible and motion is not reduced. Otherwise the object returns to rest.
 *
 * @returns a function that stops it
 */
export function followPhone(stage: HTMLElement): () => void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let rest: Pose | null = null
  let last: Pose | null = null
  let frame = 0
  let isInView = false
  let isReading = false

  function onReading({ beta, gamma }: DeviceOrientationEvent) {
    // A device without the sensor sends one empty reading.
    if (beta === null || gamma === null) return
    const pose = toPose(beta, gamma, screen.orientation.angle)
    if (rest === null || distance(pose, rest) > JUMP_DEGREES) rest = pose
    rest = { across: drift(rest.across, pose.across), down: drift(rest.down, pose.down) }
    const tilt = { across: pose.across - rest.across, down: pose.down - rest.down }
    if (last !== null && distance(tilt, last) < MIN_CHANGE_DEGREES) return
    last = tilt
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => tiltTo(stage, toShare(tilt.across), toShare(tilt.down)))
  }

  function sync() {
    const shouldRead = isInView && !document.hidden && !reducedMotion.matches
    if (shouldRead === isReading) return
    isReading = shouldRead
    if (shouldRead) return addEventListener('deviceorientation', onReading)
    removeEventListener('deviceorientation', onReading)
    cancelAnimationFrame(frame)
    rest = last = null
    settle(stage)
  }

  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? false
    sync()
  })
  observer.observe(stage)
  document.addEventListener('visibilitychange', sync)
  reducedMotion.addEventListener('change', sync)
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', sync)
    reducedMotion.removeEventListener('change', sync)
    isInView = false
    sync()
  }
}

/** Converts the sensor's angles to the screen's orientation. */
function toPose(beta: number, gamma: number, screenAngle: number): Pose {
  if (screenAngle === 90) return { across: beta, down: -gamma }
  if (screenAngle === 270) return { across: -beta, down: gamma }
  return screenAngle === 180 ? { across: -gamma, down: -beta } : { across: gamma, down: beta }
}

const distance = (a: Pose, b: Pose): number => Math.max(Math.abs(a.across - b.across), Math.abs(a.down - b.down))

const drift = (rest: number, current: number): number => rest + (current - rest) * DRIFT

/** @returns -0.5 to 0.5 */
const toShare = (degrees: number): number => Math.min(1, Math.max(-1, degrees / REACH_DEGREES)) / 2
