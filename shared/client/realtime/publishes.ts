import type { AppError } from '../errors.ts'
import type { Cancel, Host } from '../host.ts'
import { REALTIME_TIMEOUT_MS } from '../limits.ts'
import { REALTIME_FAILURE } from './failure.ts'

type PendingPublish = {
  readonly text: string
  readonly resolve: (messageId: string) => void
  readonly reject: (failure: AppError) => void
  readonly stopTimer: Cancel
}

export type PublishOptions = {
  readonly host: Host
  /** True if a message may be sent now. */
  readonly isReady: () => boolean
  readonly send: (text: string) => void
  /** Called when the server does not confirm a message. A late confirmation would be attributed to the next message. */
  readonly onSilence: (failure: AppError) => void
}

/**
 * A channel's publish queue. It keeps one message in flight at a time, because a confirmation names the channel but not
 * the message.
 */
export function createPublishes({ host, isReady, send, onSilence }: PublishOptions) {
  const queue: PendingPublish[] = []
  let sent: PendingPublish | null = null

  function pump() {
    if (sent !== null || !isReady()) return
    sent = queue.shift() ?? null
    if (sent !== null) send(sent.text)
  }

  function end(publish: PendingPublish, settle: () => void) {
    publish.stopTimer()
    const index = queue.indexOf(publish)
    if (index >= 0) queue.splice(index, 1)
    if (sent === publish) sent = null
    settle()
  }

  function timeOut(publish: PendingPublish) {
    const failure = REALTIME_FAILURE.messageSendTimeout()
    const wasSent = sent === publish
    end(publish, () => publish.reject(failure))
    if (wasSent) onSilence(failure)
  }

  return {
    /** @returns the message's id. @throws AppError of kind `realtime` */
    add: (text: string) =>
      new Promise<string>((resolve, reject) => {
        const publish: PendingPublish = {
          text,
          resolve,
          reject,
          stopTimer: host.after(REALTIME_TIMEOUT_MS, () => timeOut(publish)),
        }
        queue.push(publish)
        pump()
      }),
    /** Sends the next message, if none is in flight. */
    pump,
    isEmpty: () => sent === null && queue.length === 0,
    handleConfirmation(messageId: string) {
      const publish = sent
      if (publish !== null) end(publish, () => publish.resolve(messageId))
      pump()
    },
    /** Rejects the message in flight. @returns whether there was one */
    handleRefusal(failure: AppError): boolean {
      const publish = sent
      if (publish !== null) end(publish, () => publish.reject(failure))
      pump()
      return publish !== null
    },
    /**
     * Rejects the message in flight, which may or may not have arrived.
     *
     * @param includesQueue true to reject the unsent messages too
     */
    handleLoss(failure: AppError, includesQueue: boolean) {
      for (const publish of [...(sent === null ? [] : [sent]), ...(includesQueue ? [...queue] : [])])
        end(publish, () => publish.reject(failure))
    },
  }
}
