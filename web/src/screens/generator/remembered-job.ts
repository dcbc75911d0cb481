import { useEffect } from 'react'
import type { Memory } from '#web/lib/platform.tsx'
import { type GeneratorState, getJobId } from './state/generator-state.ts'
import type { RememberedJob } from './state/restore-generator.ts'

const ID_KEY = 'generation'
/** The id whose form is on its way. */
const SENDING_KEY = 'generation-sending'
const BEFORE_KEY = 'generation-before'
const FALLBACK_KEY = 'generation-fallback'
/** The ids whose cards the visitor has looked at, the newest first. */
export const SEEN_KEY = 'generation-seen'

export const isSeen = (memory: Memory, id: string): boolean => memory.get(SEEN_KEY)?.includes(id) ?? false

/** True if this browser keeps a card that it was waiting for or looking at, or one to go back to. */
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

/** Keeps the ids for a reload, a locked phone or a lost network. */
export function useRememberedJob(memory: Memory, { step, before, fallback }: GeneratorState) {
  const id = getJobId(step)
  const isOnItsWay = step.name === 'sending' || step.name === 'arriving'
  useEffect(() => {
    memory.set(ID_KEY, id)
    memory.set(BEFORE_KEY, before)
    memory.set(FALLBACK_KEY, fallback)
    if (!isOnItsWay) memory.set(SENDING_KEY, null)
  }, [memory, id, before, fallback, isOnItsWay])
}

export const rememberSending = (memory: Memory, id: string) => memory.set(SENDING_KEY, id)

export function forgetSending(memory: Memory, id: string) {
  if (memory.get(SENDING_KEY) === id) memory.set(SENDING_KEY, null)
}
