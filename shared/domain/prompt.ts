import { ARMOR_PROMPTS } from './armor-prompts.ts'
import type { Armor } from './armor.ts'
import { type FaceOval, describeFaceOval } from './face-oval.ts'
import type { Finish } from './finish.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS, PROMPT_MAX_CHARACTERS } from './limits.ts'
import { POSES, type PoseId } from './pose.ts'
import type { Team } from './team.ts'
import { cutText } from './text.ts'

/** Quotes free text so that it cannot close the quotation marks (prompt injection). */
const quote = (text: string) => `"${text.replaceAll(/["\u201c\u201d\u201e\u201f\u2033\\]/gu, "'")}"`

const STYLES: Record<Finish, string> = {
  ink: 'Bold ink outlines, hard shadow on the right',
  photo: 'The head stays a photo, graded and cut out along a bold ink outline',
}

/**
 * Builds the prompt for an image engine. Team and headgear come before any free text, so truncating at 1000 characters
 * never loses them. The visitor's words are in quotation marks that they cannot close.
 *
 * @returns at most 1000 characters
 */
export function buildPrompt(player: {
  nickname: string
  number: string
  team: Team
  armor: Armor
  finish?: Finish
  face?: FaceOval | null
  pose?: PoseId | null
}): string {
  const { team, armor, finish = 'ink', face, pose = null } = player
  const number = cutText(player.number, JERSEY_NUMBER_MAX_CHARACTERS)
  const nickname = cutText(player.nickname, NICKNAME_MAX_CHARACTERS)
  const prompt = [
    `The person in the photo as a football player, from the waist up, the head large.`,
    `Team colors: ${team.name}, ${team.description} (${team.primary} and ${team.secondary}).`,
    `Headgear: ${ARMOR_PROMPTS[armor.id]}.`,
    ...(face ? [describeFaceOval(face)] : []),
    `Jersey number: ${number ? quote(number) : 'none'}.`,
    `Finish: ${finish}.`,
    ...(pose === null ? [] : [`Pose: ${POSES.find(({ id }) => id === pose)!.prompt}.`]),
    `Keep the face recognizable and the skin as it is. ${STYLES[finish]}, light from the`,
    `top left, no logos, no lettering other than the number, no frame.`,
    `The player is called ${quote(nickname || 'Player')}; do not write the name.`,
  ].join(' ')
  return prompt.slice(0, PROMPT_MAX_CHARACTERS)
}
