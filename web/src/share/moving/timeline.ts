import { MOVING } from './moving-format.ts'

/** The animation's state at one moment. */
export type Moment = {
  /** The sealed pack, at the start and again at the end; null in between. */
  pack: {
    /** Distance fallen, relative to its height. */
    dropped: number
    /** Progress of the torn top's flight, from 0 to 1. */
    torn: number
    opacity: number
  } | null
  card: {
    scale: number
    /** Rotation about the vertical axis, in radians. */
    turn: number
    /** Position of the light, from -1 (left) to 1. */
    light: number
  }
  /** Breath and wave of the player, each from -1 to 1. */
  idle: { breath: number; wave: number }
}

const REST_ENDS = 0.5
const TORN = 1.05
const TURN_ENDS = 2.5
const SEALED_AGAIN = 2.95
const MAX_TURN = 0.26
/** Both divide the loop's length, so that it repeats seamlessly. */
const BREATH_SECONDS = 1.5
const WAVE_SECONDS = 1

/**
 * Returns the state at a time of the seamless loop: the pack rests, tears open, the card turns in the light, and another
 * pack rises in front of it.
 *
 * @param seconds from 0 to the loop's length
 */
export function momentAt(seconds: number): Moment {
  const opened = share(seconds, REST_ENDS, TORN)
  const turning = share(seconds, TORN - 0.25, TURN_ENDS)
  const sealing = share(seconds, TURN_ENDS, SEALED_AGAIN)
  return {
    pack: packAt(opened, sealing),
    card: {
      scale: 0.94 + 0.06 * easedOut(opened),
      // One swing to each side that starts and ends at rest.
      turn: MAX_TURN * Math.sin(2 * Math.PI * turning) * Math.sin(Math.PI * turning) ** 0.5,
      light: 1 - 2 * turning,
    },
    idle: { breath: swing(seconds / BREATH_SECONDS), wave: swing(seconds / WAVE_SECONDS) },
  }
}

function packAt(opened: number, sealing: number): Moment['pack'] {
  if (opened === 0) return { dropped: 0, torn: 0, opacity: 1 }
  if (opened < 1) return { dropped: 0.62 * opened ** 2.2, torn: easedOut(opened), opacity: 1 - opened ** 3 }
  if (sealing === 0) return null
  return { dropped: 0.8 * (1 - easedOut(sealing)), torn: 0, opacity: Math.min(1, sealing * 3) }
}

/** Returns the progress between two times, from 0 to 1. */
const share = (now: number, from: number, to: number): number => Math.min(1, Math.max(0, (now - from) / (to - from)))

const swing = (turns: number): number => Math.sin(2 * Math.PI * turns)

const easedOut = (part: number): number => 1 - (1 - part) ** 3

/** Time of each frame, in seconds. */
export const FRAME_TIMES: readonly number[] = Array.from(
  { length: MOVING.seconds * MOVING.framesPerSecond },
  (_, i) => i / MOVING.framesPerSecond,
)
