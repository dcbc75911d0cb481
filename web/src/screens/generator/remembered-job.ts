import { useEffect } from 'react'
import { SEEN_KEY } from '#web/data/generations.ts'
import type { Memory } from '#web/lib/platform.tsx'
import { type GeneratorState, getJobId } from './state/generator-state.ts'
import type { RememberedJob } from './state/restore-generator.ts'

const ID_KEY = 'generation'
/** The id whose form is being sent. */
const SENDING_KEY = 'generation-sending'
const BEFORE_KEY = 'generation-before'
const FALLBACK_KEY = 'generation-fallback'

export const isSeen = (memory: Memory, id: string): boolean => memory.get(SEEN_KEY)?.includes(id) ?? false

/** True if this browser stores a current card, or one to go back to. */
export const isRemembered = (memory: Memory): boolean => [ID_KEY, BEFORE_KEY].some((key) => memory.get(key) !== null)

export function recallJob(memory: Memory): RememberedJob {
  const id = memory.get(ID_KEY)
  return {
    id,
    sending: memory.get(SENDING_KEY),
    before: memory.get(BEFORE_KEY),
    fallback: memory.get(FALLBACK_KEY),
    isSeen: id !== null && isSeen(memory, id),
  }
}

/** Stores the ids, so that they survive a reload, a locked phone or a lost network. */
export function useRememberedJob(memory: Memory, { step, before, fallback }: GeneratorState) {
  const id = getJobId(step)
  const isInFlight = step.name === 'sending' || step.name === 'arriving'
  useEffect(() => {
    memory.set(ID_KEY, id)
    memory.set(BEFORE_KEY, before)
    memory.set(FALLBACK_KEY, fallback)
    if (!isInFlight) memory.set(SENDING_KEY, null)
  }, [memory, id, before, fallback, isInFlight])
}

export const rememberSending = (memory: Memory, id: string) => memory.set(SENDING_KEY, id)

export function forgetSending(memory: Memory, id: string) {
  if (memory.get(SENDING_KEY) === id) memory.set(SENDING_KEY, null)
}
