import { MOVING } from './moving-format.ts'

/** Where everything is at one moment. */
export type Moment = {
  /** The sealed pack before it is torn, and again at the end: null once it is gone. */
  pack: {
    /** How far it has fallen, in its own heights. */
    dropped: number
    /** How far its torn top has flown, from 0 to 1. */
    torn: number
    opacity: number
  } | null
  card: {
    /** Its size as a share of the full one. */
    scale: number
    /** Round its upright axis, in radians. */
    turn: number
    /** Where the light on it is, from -1 (left) to 1. */
    light: number
  }
}

const REST_ENDS = 0.5
const TORN = 1.05
const TURN_ENDS = 2.5
const SEALED_AGAIN = 2.95
const MAX_TURN = 0.26

/**
 * The loop: the pack rests, is torn open, the card turns in the light, and another pack comes up in front of it. The
 * end meets the beginning.
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
      // One swing to either side that begins and ends still.
      turn: MAX_TURN * Math.sin(2 * Math.PI * turning) * Math.sin(Math.PI * turning) ** 0.5,
      light: 1 - 2 * turning,
    },
  }
}

function packAt(opened: number, sealing: number): Moment['pack'] {
  if (opened === 0) return { dropped: 0, torn: 0, opacity: 1 }
  if (opened < 1) return { dropped: 0.62 * opened ** 2.2, torn: easedOut(opened), opacity: 1 - opened ** 3 }
  if (sealing === 0) return null
  return { dropped: 0.8 * (1 - easedOut(sealing)), torn: 0, opacity: Math.min(1, sealing * 3) }
}

/** How much of the time between two moments has passed, from 0 to 1. */
const share = (now: number, from: number, to: number): number => Math.min(1, Math.max(0, (now - from) / (to - from)))

const easedOut = (part: number): number => 1 - (1 - part) ** 3

/** When each frame is shown, in seconds. */
export const FRAME_TIMES: readonly number[] = Array.from(
  { length: MOVING.seconds * MOVING.framesPerSecond },
  (_, i) => i / MOVING.framesPerSecond,
)
