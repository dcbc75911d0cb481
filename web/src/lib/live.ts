import type { ClientConfig } from '#shared/contracts/config.ts'

/** A subscription to one channel of the product. */
export type LiveListener = {
  onMessage: (type: string, data: unknown) => void
  /** How many are there, this visitor included; null: not asked for. */
  onPresence: ((count: number) => void) | null
  /** True if the channel is heard just now. */
  onState: (isHeard: boolean) => void
  /** Something was said that will not be told any more. */
  onMissed: () => void
}

/** Live updates of what other visitors do. Reconnects with backoff while there are subscriptions. */
export type Live = { listen: (channel: string, listener: LiveListener) => () => void }

/** Which backend to listen to. */
export type LiveSource = Pick<ClientConfig, 'projectId' | 'publicKey'>
