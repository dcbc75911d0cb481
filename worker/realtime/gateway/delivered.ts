export type Delivered = ReturnType<typeof createDelivered>

/**
 * Deduplicates deliveries (which are at-least-once): per channel, the number of the last message that this gateway sent
 * to its sockets. A channel that is evicted before it has stored an acknowledgement sends the same again, so this has to
 * survive hibernation. It does in the attachment of one of the channel's subscribers, so that no frame costs a write to
 * the disk; without subscribers it is not needed.
 *
 * @param carry stores it at one of the subscribers
 */
export function createDelivered(carry: (channel: string, seq: number) => void) {
  const known = new Map<string, number>()

  return {
    of: (channel: string) => ({
      get: (): number => known.get(channel) ?? 0,
      keep(seq: number): void {
        known.set(channel, seq)
        carry(channel, seq)
      },
    }),
    /** Takes what was stored at a socket. */
    remember(reached: ReadonlyMap<string, number>): void {
      for (const [channel, seq] of reached) known.set(channel, Math.max(seq, known.get(channel) ?? 0))
    },
    /** Stores it again: the socket that held it may be gone. */
    passOn(channel: string): void {
      const seq = known.get(channel)
      if (seq !== undefined) carry(channel, seq)
    },
    forget: (channel: string): void => void known.delete(channel),
  }
}
