import { ARMOR_PROMPTS } from '#shared/domain/armor-prompts.ts'
import { ARMOR, type Armor } from '#shared/domain/armor.ts'
import { type FaceOval, readFaceOval } from '#shared/domain/face-oval.ts'
import { Finish } from '#shared/domain/finish.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { POSES, type PoseId } from '#shared/domain/pose.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'

/** The part of a prompt that the artist uses. The rest is for other engines. */
export type DrawingOrder = {
  team: Team
  armor: Armor
  number: string
  finish: Finish
  face: FaceOval | null
  pose: PoseId | null
}

const QUOTED = /"[^"]*"?|\u201c[^\u201d]*\u201d?/gu
const JERSEY_NUMBER = /\bjersey number:?\s*"([^"]*)"/iu

/**
 * Finds team, headgear and jersey number in a prompt. Text in quotation marks is visitor input. It can only set the
 * number, and only in the number's position.
 *
 * @returns defaults for missing parts: the first team, no headgear, no number, ink, no face and no pose.
 */
export function readPrompt(prompt: string): DrawingOrder {
  const instructions = prompt.replaceAll(QUOTED, '""').toLowerCase()
  return {
    team: firstNamed(instructions, TEAMS, (team) => [team.name]) ?? TEAMS[0]!,
    armor:
      firstNamed(headgearPart(instructions), WEARABLE, (armor) => [ARMOR_PROMPTS[armor.id], armor.label]) ?? ARMOR[0],
    number: cutText(JERSEY_NUMBER.exec(prompt)?.[1] ?? '', JERSEY_NUMBER_MAX_CHARACTERS),
    finish: Finish.options.find((finish) => instructions.includes(`finish: ${finish}.`)) ?? 'ink',
    face: readFaceOval(instructions),
    pose: POSES.find(({ prompt: words }) => instructions.includes(`pose: ${words}.`))?.id ?? null,
  }
}

const WEARABLE: readonly Armor[] = ARMOR.filter(({ id }) => id !== 'none')

/** Returns the headgear sentence, or the whole prompt if it is free text. */
const headgearPart = (instructions: string): string => /headgear: ([^.]*)/u.exec(instructions)?.[1] ?? instructions

/**
 * Returns the first named candidate. At the same position the longest name wins, so "helmet" never hides "space
 * helmet".
 */
function firstNamed<T>(
  text: string,
  candidates: readonly T[],
  getNames: (candidate: T) => readonly string[],
): T | null {
  const found = candidates.flatMap((candidate) =>
    getNames(candidate).flatMap((name) => {
      const at = wordAt(text, name.toLowerCase())
      return at < 0 ? [] : [{ candidate, from: at, to: at + name.length }]
    }),
  )
  const best = found.sort((one, other) => one.from - other.from || other.to - one.to)[0]
  return best?.candidate ?? null
}

/** Returns the index of `name` as whole words, or -1. */
function wordAt(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + name.length] ?? ' '}`
    if (!/[\p{L}\p{N}]/u.test(around)) return at
  }
  return -1
}
