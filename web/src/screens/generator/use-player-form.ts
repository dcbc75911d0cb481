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
  /** The nickname of a card whose maker gives it none. */
  suggestion: string
  number: string
  /** Null until one is chosen, or rolled. */
  team: Team | null
  armor: Armor
  finish: Finish
}

/** With everything that a card needs. */
export type CompleteForm = PlayerForm & { team: Team }

const FORM_KEY = 'player-form'

/** The empty fields of another person. Team, gear and style stay for the next card. */
export const BLANK_PLAYER = { nickname: '', number: '' } as const satisfies Partial<PlayerForm>

/**
 * The visitor's choices for the player. They survive a reload; the photo, on purpose, does not.
 *
 * @param isNew whether the form is for another card than the last one
 */
export function usePlayerForm(isNew: boolean) {
  const { memory } = usePlatform()
  const isHydrated = useHydrated()
  const [given, setForm] = useState(() => (isNew ? { ...recall(memory), ...BLANK_PLAYER } : recall(memory)))
  const [rolled] = useState(() => rollNickname(''))
  // The server and the browser would roll different ones, so there is none before hydration.
  const suggestion = given.suggestion || (isHydrated ? recall(memory).suggestion || rolled : '')
  const form = { ...given, suggestion }

  const { nickname, number, team, armor, finish } = form
  // `first-paint.js` tells an untouched form by its first four fields, in this order.
  const kept = JSON.stringify({ nickname, number, team: team?.name ?? '', armor: armor.id, finish, suggestion })
  useEffect(() => memory.set(FORM_KEY, kept), [kept, memory])

  const change = useCallback((part: Partial<PlayerForm>) => setForm((before) => cut({ ...before, ...part })), [])
  return { form, change }
}

/** True if this browser keeps a form with something in it. */
export function isFormKept(memory: Memory): boolean {
  const { nickname, number, team, armor, finish } = recall(memory)
  return nickname !== '' || number !== '' || team !== null || armor !== ARMOR[0] || finish !== 'ink'
}

/** The nickname that the card gets. */
export const getNickname = ({ nickname, suggestion }: Pick<PlayerForm, 'nickname' | 'suggestion'>): string =>
  cutText(nickname, NICKNAME_MAX_CHARACTERS) || suggestion

function cut(form: PlayerForm): PlayerForm {
  return {
    ...form,
    nickname: typedText(form.nickname, NICKNAME_MAX_CHARACTERS),
    number: typedText(form.number, JERSEY_NUMBER_MAX_CHARACTERS),
  }
}

function recall(memory: Memory): PlayerForm {
  const kept = fieldsIn(memory.get(FORM_KEY) ?? '{}')
  const text = (name: string) => (typeof kept[name] === 'string' ? kept[name] : '')
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
