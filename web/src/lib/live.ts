import type { ClientConfig } from '#shared/contracts/config.ts'

/** A subscription to one channel of the product. */
export type LiveListener = {
  onMessage: (type: string, data: unknown) => void
  /** Called with the number of visitors, including this one. Null to skip presence. */
  onPresence: ((count: number) => void) | null
  /** Called with whether the channel is subscribed. */
  onState: (isHeard: boolean) => void
  /** Called when messages were lost. */
  onMissed: () => void
}

/** Live updates. Reconnects with backoff while there are subscriptions. */
export type Live = { listen: (channel: string, listener: LiveListener) => () => void }

/** Which backend to listen to. */
export type LiveSource = Pick<ClientConfig, 'projectId' | 'publicKey'>
