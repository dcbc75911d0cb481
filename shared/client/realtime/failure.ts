import { AppError } from '../errors.ts'
import { CLIENT_FAILURE } from '../texts.ts'

const networkError = (message: string) => () => new AppError('NETWORK_ERROR', message, { kind: 'realtime' })

/** Failures of a socket. All are retryable. */
export const REALTIME_FAILURE = {
  connectionTimeout: networkError(CLIENT_FAILURE.connectionTimeout),
  connectionClosed: networkError(CLIENT_FAILURE.connectionClosed),
  subscriptionTimeout: networkError(CLIENT_FAILURE.subscriptionTimeout),
  messageSendTimeout: networkError(CLIENT_FAILURE.messageSendTimeout),
}
