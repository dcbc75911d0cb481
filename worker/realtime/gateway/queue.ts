/** Most frames of one socket that wait, and their characters together. */
const FRAMES = 100
const CHARACTERS = 512 * 1024

export type Queue = ReturnType<typeof createQueue>

/**
 * A FIFO queue for the frames of one socket: they are handled one after the other, in order.
 *
 * @param hear never rejects
 */
export function createQueue(hear: (text: string) => Promise<void>) {
  let frames = 0
  let characters = 0
  let last: Promise<void> = Promise.resolve()

  return {
    /** @returns resolves when the frame was handled; null when the queue is full */
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
