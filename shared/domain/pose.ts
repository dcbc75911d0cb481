import type { ArmorId } from './armor.ts'
import { getPosition } from './position.ts'
import type { Tier } from './rarity.ts'

/** Each pose in words, for image engines. All differ. */
export const POSES = [
  { id: 'arms-crossed', prompt: 'arms crossed on the chest' },
  { id: 'stiff-arm', prompt: 'running with the ball under one arm, the other hand held out' },
  { id: 'throwing', prompt: 'about to throw the ball' },
  { id: 'point-up', prompt: 'one finger pointing to the sky, the ball under the other arm' },
  { id: 'trophy-raised', prompt: 'one arm raised with a golden cup' },
  { id: 'hands-on-hips', prompt: 'hands on the hips' },
  { id: 'flex', prompt: 'flexing both arms' },
  { id: 'roar', prompt: 'both fists pumped' },
  { id: 'helmet-carried', prompt: 'the helmet carried under one arm' },
  { id: 'cheering', prompt: 'one arm up, the other fist pumped' },
] as const satisfies readonly { id: string; prompt: string }[]

export type PoseId = (typeof POSES)[number]['id']

/** Poses required by handheld gear. */
const REQUIRED_BY_GEAR: Readonly<Partial<Record<ArmorId, PoseId>>> = { foam: 'cheering' }
/** Poses that only gear can require. */
const NEVER_ROLLED: readonly PoseId[] = ['cheering']
/** Helmets, whose wearer does not carry a second one. */
const HELMETS: ReadonlySet<ArmorId> = new Set(['helmet', 'visor', 'leather'])
/** Tall gear, which lowers the player so far that the banner would cut hands at hips or crossed arms. */
const TALL: ReadonlySet<ArmorId> = new Set([
  'knight',
  'party',
  'propeller',
  'beanie',
  'tophat',
  'chef',
  'wizard',
  'duck',
  'cone',
  'popcorn',
  'halo',
  'cat',
  'crown',
  'hardhat',
  'colander',
  'space',
  'pumpkin',
])
/** Wide gear, which would hide a raised hand. */
const WIDE: ReadonlySet<ArmorId> = new Set(['space', 'pumpkin'])
/** Broad brims and helmets, which would hit a trophy. */
const BROAD: ReadonlySet<ArmorId> = new Set([
  'tophat',
  'wizard',
  'hardhat',
  'colander',
  'helmet',
  'visor',
  'leather',
  'knight',
])
const RAISED: readonly PoseId[] = ['throwing', 'point-up', 'trophy-raised']
const LOW: readonly PoseId[] = ['hands-on-hips', 'helmet-carried', 'arms-crossed']
/** Joyful poses, on which a serious face looks pasted. */
const JOYFUL: ReadonlySet<PoseId> = new Set(['trophy-raised', 'flex', 'roar', 'cheering'])
/** Positions that never throw, and positions that never run with the ball. */
const NOT_THROWING: ReadonlySet<string> = new Set(['OL', 'DE', 'LB', 'CB', 'S', 'K'])
const NOT_RUNNING: ReadonlySet<string> = new Set(['OL', 'DE', 'K'])
const CHAMPIONS: ReadonlySet<Tier> = new Set(['Star', 'Legend'])

/** The traits that restrict a player's poses. */
export type PoseTraits = { readonly armorId: ArmorId; readonly jerseyNumber: string; readonly tier: Tier | null }

/** Returns the poses that a player may have, at least one: the cup for champions, the ball for those who handle it. */
export function posesFor({ armorId, jerseyNumber, tier }: PoseTraits): readonly PoseId[] {
  const required = REQUIRED_BY_GEAR[armorId]
  if (required !== undefined) return [required]
  const position = getPosition(jerseyNumber) ?? ''
  const excluded = new Set<PoseId>([
    ...NEVER_ROLLED,
    ...(HELMETS.has(armorId) ? (['helmet-carried'] as const) : []),
    ...(TALL.has(armorId) ? LOW : []),
    ...(WIDE.has(armorId) ? RAISED : []),
    ...(BROAD.has(armorId) ? (['trophy-raised'] as const) : []),
    ...(NOT_THROWING.has(position) ? (['throwing'] as const) : []),
    ...(NOT_RUNNING.has(position) ? (['stiff-arm'] as const) : []),
    ...(tier !== null && !CHAMPIONS.has(tier) ? (['trophy-raised'] as const) : []),
  ])
  return POSES.map(({ id }) => id).filter((id) => !excluded.has(id))
}

/**
 * Picks a player's pose, deterministically from stored values, so that a redraw shows the same pose.
 *
 * @param seed the generation's id
 * @param isSmiling false for a serious face, which gets a calm pose if the player has one
 */
export function poseFor(seed: string, rolled: PoseTraits, isSmiling = true): PoseId {
  const all = posesFor(rolled)
  const calm = all.filter((id) => !JOYFUL.has(id))
  const candidates = isSmiling || calm.length === 0 ? all : calm
  return candidates[hashText(seed) % candidates.length]!
}

/**
 * Returns the next or previous pose. Cycles through all of a player's poses.
 *
 * @param step -1 for the previous pose
 */
export function nextPose(current: PoseId, rolled: PoseTraits, step: 1 | -1 = 1): PoseId {
  const poses = posesFor(rolled)
  return poses[(poses.indexOf(current) + step + poses.length) % poses.length]!
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
