import { QueryError } from './error.ts'

export type Reader = ReturnType<typeof createReader>

const PLAIN = /^[\p{L}\p{M}\p{N}_$]+(?:(?: +|-)[\p{L}\p{M}\p{N}_$]+)*/u
const QUOTED = /^"((?:[^"\\]|\\.){1,64})"/su

/** Reads a text from left to right; every expectation it cannot meet is a `QueryError` that shows what is left. */
export function createReader(text: string) {
  let at = 0

  function fail(wanted: string): never {
    throw new QueryError(`failed to parse "${text.slice(0, 80)}": ${wanted} expected at character ${at + 1}`)
  }

  const reader = {
    fail,
    startsWith: (part: string) => text.startsWith(part, at),

    eat(part: string): boolean {
      if (!text.startsWith(part, at)) return false
      at += part.length
      return true
    },

    /** Passes over a word and the blanks after it when a bracket opens there. */
    opens(word: string): boolean {
      if (!text.startsWith(word, at)) return false
      let end = at + word.length
      while (text[end] === ' ') end++
      if (text[end] !== '(') return false
      at = end
      return true
    },

    expect(part: string): void {
      if (!reader.eat(part)) fail(`"${part}"`)
    },

    expectEnd(): void {
      if (at < text.length) fail('the end')
    },

    /** Passes over blanks. */
    blanks(): void {
      while (text[at] === ' ') at++
    },

    /** A name: letters, digits, underscores, and blanks and dashes among them, or anything in double quotes. */
    name(): string {
      if (reader.startsWith('"')) {
        const [quoted, name] = QUOTED.exec(text.slice(at, at + 130)) ?? fail('a name')
        at += quoted.length
        return name!.replaceAll(/\\(.)/gs, '$1')
      }
      const [name] = PLAIN.exec(text.slice(at, at + 64)) ?? fail('a name')
      at += name.length
      return name
    },

    /** Everything up to one of the characters in `stops`. */
    until(stops: string): string {
      const start = at
      while (at < text.length && !stops.includes(text[at]!)) at++
      return text.slice(start, at)
    },

    rest(): string {
      const rest = text.slice(at)
      at = text.length
      return rest
    },

    /** A value in a list or group: in double quotes with backslash escapes, blanks after them, or plain up to one of `stops`. */
    value(stops: string): string {
      if (!reader.eat('"')) return reader.until(stops)
      let value = ''
      for (; at < text.length; at++) {
        if (text[at] === '"') {
          at++
          reader.blanks()
          if (at < text.length && !stops.includes(text[at]!)) fail(`one of "${stops}"`)
          return value
        }
        if (text[at] === '\\') at++
        value += text[at] ?? ''
      }
      return fail('a closing quote')
    },
  }
  return reader
}
