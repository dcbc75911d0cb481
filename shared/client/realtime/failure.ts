import { AppError } from '../errors.ts'
import { CLIENT_FAILURE } from '../texts.ts'

const lost = (message: string) => () => new AppError('NETWORK_ERROR', message, { kind: 'realtime' })

/** Failures of a socket. All are retryable. */
export const REALTIME_FAILURE = {
  connectionTimeout: lost(CLIENT_FAILURE.connectionTimeout),
  connectionClosed: lost(CLIENT_FAILURE.connectionClosed),
  subscriptionTimeout: lost(CLIENT_FAILURE.subscriptionTimeout),
  messageSendTimeout: lost(CLIENT_FAILURE.messageSendTimeout),
}
