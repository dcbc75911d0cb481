import { QueryError } from './error.ts'

export type Reader = ReturnType<typeof createReader>

const PLAIN = /^[\p{L}\p{M}\p{N}_$]+(?:(?: +|-)[\p{L}\p{M}\p{N}_$]+)*/u
const QUOTED = /^"((?:[^"\\]|\\.){1,64})"/su

/** A scanner for query texts. A failed expectation throws a `QueryError` with its position. */
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

    /** Skips a word and the blanks after it if a parenthesis follows. */
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

    /** Skips blanks. */
    blanks(): void {
      while (text[at] === ' ') at++
    },

    /** Reads a name: letters, digits and underscores, with blanks and dashes inside, or anything in double quotes. */
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

    /** Reads up to one of the characters in `stops`. */
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

    /** Reads a value in a list or group: double-quoted with backslash escapes, or plain up to one of `stops`. */
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
