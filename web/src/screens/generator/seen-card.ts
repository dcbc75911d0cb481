import type { Memory } from '#web/lib/platform.tsx'

/** The ids whose cards have been looked at, the last one first. */
export const SEEN_KEY = 'generation-seen'

/** Whether its maker has looked at this card, out of its pack. */
export const isSeen = (memory: Memory, id: string) => memory.get(SEEN_KEY)?.includes(id)
