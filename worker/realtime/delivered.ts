/** Before a channel's name. */
const KEY = 'delivered:'

export type Delivered = ReturnType<typeof createDelivered>

/**
 * How far each channel got at one gateway: the number of the last message that was handed to its sockets. It outlives
 * the gateway's sleep, because a channel that dies before it has noted an answer sends the same again.
 */
export function createDelivered(storage: DurableObjectStorage) {
  const known = new Map<string, number>()

  return {
    /** To be awaited once, before anything is asked of it. */
    async wake(): Promise<void> {
      for (const [key, seq] of await storage.list<number>({ prefix: KEY })) known.set(key.slice(KEY.length), seq)
    },
    of: (channel: string) => ({
      get: (): number => known.get(channel) ?? 0,
      keep(seq: number): void {
        known.set(channel, seq)
        // No frame waits for the disk: what is lost by that is one frame twice, which its number tells.
        void storage.put(KEY + channel, seq, { allowUnconfirmed: true })
      },
    }),
    forget(channel: string): void {
      if (known.delete(channel)) void storage.delete(KEY + channel)
    },
  }
}
