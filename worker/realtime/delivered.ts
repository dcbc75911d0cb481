export type Delivered = ReturnType<typeof createDelivered>

/**
 * How far each channel got at one gateway: the number of the last message that was handed to its sockets. A channel that
 * dies before it has noted an answer sends the same again, so this has to outlive the gateway's sleep. It does in the
 * attachment of one of the channel's subscribers: once none is left nobody could be told twice, and no frame costs a
 * write to the disk.
 *
 * @param carry writes it down at one of the subscribers
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
    /** What was written down at a socket. */
    remember(reached: ReadonlyMap<string, number>): void {
      for (const [channel, seq] of reached) known.set(channel, Math.max(seq, known.get(channel) ?? 0))
    },
    /** Whoever it was written down at may have gone. */
    passOn(channel: string): void {
      const seq = known.get(channel)
      if (seq !== undefined) carry(channel, seq)
    },
    forget: (channel: string): void => void known.delete(channel),
  }
}
