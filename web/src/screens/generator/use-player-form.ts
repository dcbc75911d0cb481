import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { ARMOR, type Armor, getArmor } from '#shared/domain/armor.ts'
import { Finish } from '#shared/domain/finish.ts'
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
const Remembered = z.object({
  nickname: z.string(),
  number: z.string(),
  team: z.string(),
  armor: z.string(),
  finish: z._default(Finish, 'ink'),
})

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
  const kept = Remembered.safeParse(fromJson(memory.get(MEMORY_KEY)))
  const empty = { nickname: '', number: '', team: '', armor: '', finish: 'ink' as const }
  const { nickname, number, team, armor, finish } = kept.success ? kept.data : empty
  return cut({ nickname, number, team: getTeam(team), armor: getArmor(armor) ?? ARMOR[0], finish })
}

function fromJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
