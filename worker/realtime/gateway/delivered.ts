/**
 * Deduplicates deliveries (which are at-least-once): per channel, the number of the last message that this gateway sent
 * to its sockets. A channel that is evicted before it has stored an acknowledgement sends the same again, so this has to
 * survive hibernation. It does in the attachment of one of the channel's subscribers, so that no frame costs a write to
 * the disk; without subscribers it is not needed.
 *
 * @param carry stores it at one of the subscribers
 */
export class Delivered {
  private readonly carry: (channel: string, seq: number) => void
  private readonly known = new Map<string, number>()

  constructor(carry: (channel: string, seq: number) => void) {
    this.carry = carry
  }

  forChannel(channel: string) {
    return {
      get: (): number => this.known.get(channel) ?? 0,
      keep: (seq: number): void => {
        this.known.set(channel, seq)
        this.carry(channel, seq)
      },
    }
  }

  /** Takes what was stored at a socket. */
  remember(reached: ReadonlyMap<string, number>): void {
    for (const [channel, seq] of reached) this.known.set(channel, Math.max(seq, this.known.get(channel) ?? 0))
  }

  /** Stores it again: the socket that held it may be gone. */
  passOn(channel: string): void {
    const seq = this.known.get(channel)
    if (seq !== undefined) this.carry(channel, seq)
  }

  forget(channel: string): void {
    this.known.delete(channel)
  }
}
