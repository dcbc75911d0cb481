/** Most frames of one socket that wait, and their characters together. */
const FRAMES = 100
const CHARACTERS = 512 * 1024

/**
 * A FIFO queue for the frames of one socket: they are handled one after the other, in order.
 *
 * @param hear never rejects
 */
export class Queue {
  private readonly hear: (text: string) => Promise<void>
  private frames = 0
  private characters = 0
  private last: Promise<void> = Promise.resolve()

  constructor(hear: (text: string) => Promise<void>) {
    this.hear = hear
  }

  /** @returns resolves when the frame was handled; null when the queue is full */
  add(text: string): Promise<void> | null {
    if (this.frames >= FRAMES || this.characters + text.length > CHARACTERS) return null
    this.frames += 1
    this.characters += text.length
    this.last = this.last
      .then(() => this.hear(text))
      .then(() => {
        this.frames -= 1
        this.characters -= text.length
      })
    return this.last
  }
}
