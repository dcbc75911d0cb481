/** What one socket has said and has not been heard yet: so many frames, of so many characters together. */
const FRAMES = 100
const CHARACTERS = 512 * 1024

export type Queue = ReturnType<typeof createQueue>

/**
 * The frames of one socket, one after the other: what it says second must not be done first.
 *
 * @param hear never rejects
 */
export function createQueue(hear: (text: string) => Promise<void>) {
  let frames = 0
  let characters = 0
  let last: Promise<void> = Promise.resolve()

  return {
    /** @returns when it has been heard, or null when too much waits already */
    add(text: string): Promise<void> | null {
      if (frames >= FRAMES || characters + text.length > CHARACTERS) return null
      frames += 1
      characters += text.length
      last = last
        .then(() => hear(text))
        .then(() => {
          frames -= 1
          characters -= text.length
        })
      return last
    },
  }
}
