import { useEffect, useState } from 'react'
import { ARMOR, type Armor, getArmor } from '#shared/domain/armor.ts'
import type { Finish } from '#shared/domain/finish.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'
import { type Memory, usePlatform } from '#web/lib/platform.tsx'
import { typedText } from '#web/lib/typed-text.ts'

export type PlayerForm = {
  nickname: string
  number: string
  /** Null until one is chosen, or rolled. */
  team: Team | null
  armor: Armor
  finish: Finish
}

/** With everything that a card needs. */
export type CompleteForm = PlayerForm & { team: Team }

const MEMORY_KEY = 'player-form'

/** What the visitor says about the player. It survives a reload; the photo, on purpose, does not. */
export function usePlayerForm() {
  const { memory } = usePlatform()
  const [form, setForm] = useState(() => recall(memory))

  useEffect(() => {
    const { nickname, number, team, armor, finish } = form
    memory.set(MEMORY_KEY, JSON.stringify({ nickname, number, team: team?.name ?? '', armor: armor.id, finish }))
  }, [form, memory])

  return { form, change: (part: Partial<PlayerForm>) => setForm((before) => cut({ ...before, ...part })) }
}

function cut(form: PlayerForm): PlayerForm {
  return {
    ...form,
    nickname: typedText(form.nickname, NICKNAME_MAX_CHARACTERS),
    number: typedText(form.number, JERSEY_NUMBER_MAX_CHARACTERS),
  }
}

function recall(memory: Memory): PlayerForm {
  const kept = fieldsIn(memory.get(MEMORY_KEY) ?? '{}')
  const text = (name: string) => (typeof kept[name] === 'string' ? kept[name] : '')
  return cut({
    nickname: text('nickname'),
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
