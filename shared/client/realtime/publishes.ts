import type { AppError } from '../errors.ts'
import type { Cancel, Host } from '../host.ts'
import { REALTIME_TIMEOUT_MS } from '../limits.ts'
import { REALTIME_FAILURE } from './failure.ts'

type Waiting = {
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
  /** The server left a message without an answer. What it says later would be taken for the answer to another. */
  readonly onSilence: (failure: AppError) => void
}

/**
 * The publish queue of one channel, with one message in flight at a time: a confirmation names the channel and not the
 * message, so only then it is certain which message it confirms.
 */
export function createPublishes({ host, isReady, send, onSilence }: PublishOptions) {
  const queue: Waiting[] = []
  let sent: Waiting | null = null

  function pump() {
    if (sent !== null || !isReady()) return
    sent = queue.shift() ?? null
    if (sent !== null) send(sent.text)
  }

  function end(waiting: Waiting, tell: () => void) {
    waiting.stopTimer()
    const place = queue.indexOf(waiting)
    if (place >= 0) queue.splice(place, 1)
    if (sent === waiting) sent = null
    tell()
  }

  function overdue(waiting: Waiting) {
    const failure = REALTIME_FAILURE.messageSendTimeout()
    const wasSent = sent === waiting
    end(waiting, () => waiting.reject(failure))
    if (wasSent) onSilence(failure)
  }

  return {
    /** @returns the id the server gave it. @throws AppError of kind `realtime` */
    add: (text: string) =>
      new Promise<string>((resolve, reject) => {
        const waiting: Waiting = {
          text,
          resolve,
          reject,
          stopTimer: host.after(REALTIME_TIMEOUT_MS, () => overdue(waiting)),
        }
        queue.push(waiting)
        pump()
      }),
    /** Sends the next message, if none is in flight. */
    pump,
    isEmpty: () => sent === null && queue.length === 0,
    answered(messageId: string) {
      const waiting = sent
      if (waiting !== null) end(waiting, () => waiting.resolve(messageId))
      pump()
    },
    /** The message in flight was refused. @returns whether there was one */
    refused(failure: AppError): boolean {
      const waiting = sent
      if (waiting !== null) end(waiting, () => waiting.reject(failure))
      pump()
      return waiting !== null
    },
    /**
     * The connection is gone, and it is unknown whether the one in flight arrived.
     * @param others whether those that were not sent fail too
     */
    lost(failure: AppError, others: boolean) {
      for (const waiting of [...(sent === null ? [] : [sent]), ...(others ? [...queue] : [])])
        end(waiting, () => waiting.reject(failure))
    },
  }
}
