/** @param how `called`, then `answered` once it succeeded */
type Note = (member: string, how: 'called' | 'answered') => void
type Part = Readonly<Record<string, unknown>>

/** Members whose return values have members of their own. */
const MAKERS = new Set(['rest', 'db.table', 'realtime.channel'])

const isPart = (member: unknown): member is Part => typeof member === 'object' && member !== null
const isCall = (member: unknown): member is (...args: unknown[]) => unknown => typeof member === 'function'

/** Lists every method and property of a part of the client, by path. @example 'db.table().list' */
export function listMembers(part: object, path = ''): string[] {
  return Object.entries(part).flatMap(([name, member]: [string, unknown]) => {
    const own = path + name
    if (isPart(member)) return listMembers(member, `${own}.`)
    if (!isCall(member) || !MAKERS.has(own)) return [own]
    return [own, ...listMembers(member('any') as Part, `${own}().`)]
  })
}

/** Wraps a part of the client to record each member that is called or read, and each that succeeded. */
export function recordCalls<T extends object>(part: T, note: Note, path = ''): T {
  const copy = {}
  for (const [name, member] of Object.entries(part) as [string, unknown][])
    Object.defineProperty(copy, name, { enumerable: true, get: () => read(path + name, member, note) })
  return copy as T
}

function read(own: string, member: unknown, note: Note): unknown {
  if (isPart(member)) return recordCalls(member, note, `${own}.`)
  if (isCall(member))
    return (...args: unknown[]) => {
      note(own, 'called')
      const result = member(...args)
      const isAwaited = result instanceof Promise
      if (!isAwaited) note(own, 'answered')
      if (MAKERS.has(own)) return recordCalls(result as Part, note, `${own}().`)
      return isAwaited ? result.then(noted(own, note)) : result
    }
  note(own, 'answered')
  return member
}

const noted =
  (own: string, note: Note) =>
  <T>(result: T): T => {
    note(own, 'answered')
    return result
  }
