import { useCallback, useEffect, useState } from 'react'
import { ARMOR, type Armor, getArmor } from '#shared/domain/armor.ts'
import type { Finish } from '#shared/domain/finish.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { useHydrated } from '#web/hooks/hydrated.ts'
import { rollNickname } from '#web/screens/generator/nickname-dice.ts'
import { type Memory, usePlatform } from '#web/lib/platform.tsx'
import { typedText } from '#web/lib/typed-text.ts'

export type PlayerForm = {
  nickname: string
  /** The default nickname. */
  suggestion: string
  number: string
  /** Null until one is chosen or rolled. */
  team: Team | null
  armor: Armor
  finish: Finish
}

/** A form with everything that a card needs. */
export type CompleteForm = PlayerForm & { team: Team }

const FORM_KEY = 'player-form'

/** Returns the form of the next card: no name or number, and another suggestion. Team, gear and style stay. */
const toNextPlayer = (form: PlayerForm): PlayerForm => ({
  ...form,
  nickname: '',
  number: '',
  suggestion: rollNickname(form.suggestion),
})

/**
 * The visitor's choices for the player. They survive a reload; by design, the photo does not.
 *
 * @param isNew whether the form is for a new card
 */
export function usePlayerForm(isNew: boolean) {
  const { memory } = usePlatform()
  const isHydrated = useHydrated()
  const [{ suggestion: rolled }] = useState(() => toNextPlayer(recall(memory)))
  const [given, setForm] = useState(() =>
    isNew ? { ...recall(memory), nickname: '', number: '', suggestion: '' } : recall(memory),
  )
  // Empty before hydration, because the server and the browser would roll different ones.
  const suggestion = given.suggestion || (isHydrated ? (isNew ? rolled : recall(memory).suggestion || rolled) : '')
  const form = { ...given, suggestion }

  const { nickname, number, team, armor, finish } = form
  // `first-paint.js` recognizes an untouched form by its first four fields, in this order.
  const json = JSON.stringify({ nickname, number, team: team?.name ?? '', armor: armor.id, finish, suggestion })
  useEffect(() => memory.set(FORM_KEY, json), [json, memory])

  const change = useCallback((part: Partial<PlayerForm>) => setForm((before) => cut({ ...before, ...part })), [])
  const startNext = useCallback(() => setForm(toNextPlayer), [])
  return { form, change, startNext }
}

/** True if this browser stores a form that is not empty. */
export function hasStoredForm(memory: Memory): boolean {
  const { nickname, number, team, armor, finish } = recall(memory)
  return nickname !== '' || number !== '' || team !== null || armor !== ARMOR[0] || finish !== 'ink'
}

/** Returns the card's nickname. */
export const getNickname = ({ nickname, suggestion }: Pick<PlayerForm, 'nickname' | 'suggestion'>): string =>
  cutText(nickname, NICKNAME_MAX_CHARACTERS) || suggestion

/** True if a jersey number has only digits, of any script, including kanji. */
export const isJerseyNumber = (text: string): boolean => /^[\p{Nd}〇一二三四五六七八九]*$/u.test(text.trim())

function cut(form: PlayerForm): PlayerForm {
  return {
    ...form,
    nickname: typedText(form.nickname, NICKNAME_MAX_CHARACTERS),
    number: typedText(form.number, JERSEY_NUMBER_MAX_CHARACTERS),
  }
}

function recall(memory: Memory): PlayerForm {
  const stored = fieldsIn(memory.get(FORM_KEY) ?? '{}')
  const text = (name: string) => (typeof stored[name] === 'string' ? stored[name] : '')
  return cut({
    nickname: text('nickname'),
    suggestion: typedText(text('suggestion'), NICKNAME_MAX_CHARACTERS),
    number: text('number'),
    team: getTeam(text('team')),
    armor: getArmor(text('armor')) ?? ARMOR[0],
    finish: text('finish') === 'photo' ? 'photo' : 'ink',
  })
}

function fieldsIn(json: string): Record<string, unknown> {
  try {
    return (JSON.parse(json) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
