import type { PoseId } from '#shared/domain/pose.ts'
import type { Kit } from './kit.ts'

export type Spot = readonly [x: number, y: number]

/** The grip of a hand. */
export type Grip = 'fist' | 'palm' | 'point' | 'over' | 'none'

/** One arm by its joints, in pixels from the pit of the neck. Its sleeve ends half way to the elbow. */
export type Arm = {
  readonly shoulder: Spot
  readonly elbow: Spot
  readonly wrist: Spot
  readonly hand?: Grip
  /** The direction of the hand, in degrees clockwise from up; by default that of the forearm. */
  readonly handTurn?: number
  /** The side of the thumb on a hand that points up. */
  readonly thumb?: 'left' | 'right'
  /** The thickness of the arm, 1 by default: a nearer arm is thicker. */
  readonly girth?: number
  /** Its muscle is shown: a short sleeve, and a peak above the elbow. */
  readonly isFlexed?: boolean
  /** The cover of the forearm: skin, or a tight sleeve. */
  readonly wears?: 'skin' | 'sleeve'
}

/** The layers of a player, drawn in this order from behind to the front. */
export type Layers = {
  /** The layer behind head and hair. */
  readonly behind?: string
  /** The body, over neck and beard. */
  readonly body: string
}

/** The bearing of the chest. */
export type Chest = {
  /** The turn of the chest, -1 to 1. */
  readonly turn?: number
  /** The lean of the chest, in pixels to the right for each pixel down. */
  readonly lean?: number
  /** The tilt of the shoulders, in degrees: below 0 the right one is the higher. */
  readonly tilt?: number
}

/** The head that a pose is drawn for. */
export type Bearing = {
  /** The turn of the head, from -1 (left) to 1: a chest goes some of the way with it. */
  readonly turn: number
  /** -1 where the pose is mirrored. */
  readonly side: 1 | -1
}

/** The scene that a pose is drawn for. */
export type Scene = Bearing & {
  readonly kit: Kit
  readonly number: string
  readonly chest: Chest
}

/** A player's pose. To add one: words in `shared/domain/pose.ts`, a file in `poses/`, a line in `poses/index.ts`. */
export type Pose = {
  readonly id: PoseId
  /** Its own left and right: whether it may be mirrored for a head that looks the other way. */
  readonly mirrors: boolean
  /** The reach of the pose above the pit of the neck, in pixels. */
  readonly top: number
  readonly chest: (bearing: Bearing) => Chest
  readonly draw: (scene: Scene) => Layers
}
