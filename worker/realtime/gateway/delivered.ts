/**
 * Deduplicates deliveries, which are at-least-once. Tracks the last message number that this gateway sent to its
 * sockets, per channel. A channel evicted before it stores an acknowledgment sends the same messages again. So the
 * number must survive hibernation. It is stored in the attachment of one subscriber, which avoids a disk write per
 * frame. Without subscribers it is not needed.
 *
 * @param carry stores the number in a subscriber's attachment
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

  /** Restores the numbers from a socket's attachment. */
  remember(reached: ReadonlyMap<string, number>): void {
    for (const [channel, seq] of reached) this.known.set(channel, Math.max(seq, this.known.get(channel) ?? 0))
  }

  /** Stores the number again, because the socket that held it may be gone. */
  passOn(channel: string): void {
    const seq = this.known.get(channel)
    if (seq !== undefined) this.carry(channel, seq)
  }

  forget(channel: string): void {
    this.known.delete(channel)
  }
}
