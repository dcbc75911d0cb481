import type { Memory } from '#web/lib/platform.tsx'

const MAX_RECENTS = 4

/** Returns recently chosen ids, newest first. Ids from an earlier build may no longer exist; the caller must check. */
export function readRecents(memory: Memory, key: string): readonly string[] {
  return (memory.get(key) ?? '').split(' ').filter(Boolean)
}

export function addRecent(memory: Memory, key: string, id: string): void {
  const others = readRecents(memory, key).filter((other) => other !== id)
  memory.set(key, [id, ...others].slice(0, MAX_RECENTS).join(' '))
}
