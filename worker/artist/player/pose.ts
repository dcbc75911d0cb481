import type { PoseId } from '#shared/domain/pose.ts'
import type { Kit } from './kit.ts'

export type Spot = readonly [x: number, y: number]

/** What a hand does. */
export type Grip = 'fist' | 'palm' | 'point' | 'over' | 'none'

/** One arm by its joints, in pixels from the pit of the neck. Its sleeve ends half way to the elbow. */
export type Arm = {
  readonly shoulder: Spot
  readonly elbow: Spot
  readonly wrist: Spot
  readonly hand?: Grip
  /** Which way the hand points, in degrees clockwise from up; missing: as the forearm does. */
  readonly handTurn?: number
  /** Where the thumb of the hand is when it points up. */
  readonly thumb?: 'left' | 'right'
  /** Thicker where it is nearer, 1 by default. */
  readonly girth?: number
  /** Its muscle is shown: a short sleeve, and a peak above the elbow. */
  readonly isFlexed?: boolean
  /** What covers the forearm: skin, or a tight sleeve. */
  readonly wears?: 'skin' | 'sleeve'
}

/** What lies over and under what: everything is drawn in this order, from behind to the front. */
export type Layers = {
  /** Behind head and hair. */
  readonly behind?: string
  /** The body, over neck and beard. */
  readonly body: string
}

/** How the chest is held. */
export type Chest = {
  /** How far it is turned, -1 to 1. */
  readonly turn?: number
  /** How far it leans, in pixels to the right for each pixel down. */
  readonly lean?: number
  /** How far the line of the shoulders is turned, in degrees: below 0 the right one is the higher. */
  readonly tilt?: number
}

/** Whom a pose is for. */
export type Bearing = {
  /** How far the head is turned, from -1 (left) to 1: a chest goes some of the way with it. */
  readonly turn: number
  /** -1 where the pose is mirrored. */
  readonly side: 1 | -1
}

/** What a pose is drawn for. */
export type Scene = Bearing & {
  readonly kit: Kit
  readonly number: string
  readonly chest: Chest
}

/** How a player stands. To add one: words in `shared/domain/pose.ts`, a file in `poses/`, a line in `poses/index.ts`. */
export type Pose = {
  readonly id: PoseId
  /** Its own left and right: whether it may be mirrored for a head that looks the other way. */
  readonly mirrors: boolean
  /** How high above the pit of the neck it reaches, in pixels. */
  readonly top: number
  readonly chest: (bearing: Bearing) => Chest
  readonly draw: (scene: Scene) => Layers
}
