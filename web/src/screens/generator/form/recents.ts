import type { Memory } from '#web/lib/platform.tsx'

const KEPT = 4

/** The ids last chosen, newest first. What is kept may come from an earlier build: the caller knows which still exist. */
export function readRecents(memory: Memory, key: string): readonly string[] {
  return (memory.get(key) ?? '').split(' ').filter(Boolean)
}

export function addRecent(memory: Memory, key: string, id: string): void {
  const others = readRecents(memory, key).filter((other) => other !== id)
  memory.set(key, [id, ...others].slice(0, KEPT).join(' '))
}
