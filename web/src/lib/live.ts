import type { ClientConfig } from '#shared/contracts/config.ts'

/** Who listens to one channel of the product. */
export type LiveListener = {
  onMessage: (type: string, data: unknown) => void
  /** How many are there, this visitor included; null: nobody wants to know. */
  onPresence: ((count: number) => void) | null
  /** Whether the channel is heard just now. */
  onState: (isHeard: boolean) => void
  /** Something was said that will not be told any more. */
  onMissed: () => void
}

/** What other visitors do, told as it happens. A connection that fails or breaks is tried again for as long as somebody listens. */
export type Live = { listen: (channel: string, listener: LiveListener) => () => void }

/** Which backend to listen to. */
export type LiveSource = Pick<ClientConfig, 'projectId' | 'publicKey'>
