import { settle, tiltTo } from './tilt.ts'

/** How far the phone is turned from its rest when the card has turned as far as it goes. */
const REACH_DEGREES = 24
/**
 * The step by which the rest position follows the phone with each reading, so that any way of holding it becomes the
 * rest in seconds.
 */
const DRIFT = 0.02
/** Less than this is a hand's tremor, and not worth drawing. */
const LEAST_DEGREES = 0.4
/** Readings that are this far apart come of the sensor's poles, not of the hand. */
const LEAP_DEGREES = 45

type Pose = { readonly across: number; readonly down: number }

/**
 * Turns what stands on a stage, and the light on it, with the phone. Reads the sensor only while the stage is in sight,
 * the page is visible and motion is not reduced; the card comes to rest whenever that ends.
 *
 * @returns what ends it
 */
export function followPhone(stage: HTMLElement): () => void {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)')
  let rest: Pose | null = null
  let shown: Pose | null = null
  let frame = 0
  let isInSight = false
  let isReading = false

  function onReading({ beta, gamma }: DeviceOrientationEvent) {
    // A device without the sensor sends one empty reading.
    if (beta === null || gamma === null) return
    const pose = poseOf(beta, gamma, screen.orientation.angle)
    if (rest === null || distance(pose, rest) > LEAP_DEGREES) rest = pose
    rest = { across: drifted(rest.across, pose.across), down: drifted(rest.down, pose.down) }
    const turned = { across: pose.across - rest.across, down: pose.down - rest.down }
    if (shown !== null && distance(turned, shown) < LEAST_DEGREES) return
    shown = turned
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => tiltTo(stage, shareOf(turned.across), shareOf(turned.down)))
  }

  function sync() {
    const isWanted = isInSight && !document.hidden && !stillness.matches
    if (isWanted === isReading) return
    isReading = isWanted
    if (isWanted) return addEventListener('deviceorientation', onReading)
    removeEventListener('deviceorientation', onReading)
    cancelAnimationFrame(frame)
    rest = shown = null
    settle(stage)
  }

  const sight = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)?.isIntersecting ?? false
    sync()
  })
  sight.observe(stage)
  document.addEventListener('visibilitychange', sync)
  stillness.addEventListener('change', sync)
  return () => {
    sight.disconnect()
    document.removeEventListener('visibilitychange', sync)
    stillness.removeEventListener('change', sync)
    isInSight = false
    sync()
  }
}

/** The sensor's angles, as the screen is held. */
function poseOf(beta: number, gamma: number, screenAngle: number): Pose {
  if (screenAngle === 90) return { across: beta, down: -gamma }
  if (screenAngle === 270) return { across: -beta, down: gamma }
  return screenAngle === 180 ? { across: -gamma, down: -beta } : { across: gamma, down: beta }
}

const distance = (a: Pose, b: Pose): number => Math.max(Math.abs(a.across - b.across), Math.abs(a.down - b.down))

const drifted = (rest: number, now: number): number => rest + (now - rest) * DRIFT

/** From -0.5 to 0.5. */
const shareOf = (degrees: number): number => Math.min(1, Math.max(-1, degrees / REACH_DEGREES)) / 2
