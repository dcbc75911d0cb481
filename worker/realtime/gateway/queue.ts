/** Maximum waiting frames of one socket, and their total characters. */
const FRAMES = 100
const CHARACTERS = 512 * 1024

/**
 * A FIFO queue that handles the frames of one socket one at a time.
 *
 * @param handle must never reject
 */
export class Queue {
  private readonly handle: (text: string) => Promise<void>
  private frames = 0
  private characters = 0
  private last: Promise<void> = Promise.resolve()

  constructor(handle: (text: string) => Promise<void>) {
    this.handle = handle
  }

  /** @returns a promise that resolves when the frame is handled, or null if the queue is full */
  add(text: string): Promise<void> | null {
    if (this.frames >= FRAMES || this.characters + text.length > CHARACTERS) return null
    this.frames += 1
    this.characters += text.length
    this.last = this.last
      .then(() => this.handle(text))
      .then(() => {
        this.frames -= 1
        this.characters -= text.length
      })
    return this.last
  }
}
