import { AppError, toAppError as toKnown } from '#shared/client/errors.ts'

/**
 * The platform's messages for transient failures: D1 (https://developers.cloudflare.com/d1/observability/debug-d1/),
 * Durable Objects (https://developers.cloudflare.com/durable-objects/observability/troubleshooting/), KV and R2 (10001:
 * internal error).
 */
const TRANSIENT =
  /overloaded|queued for too long|SQLITE_BUSY|SQLITE_LOCKED|database (?:table |schema )?is locked|internal error; reference|Network connection lost|transient issue|reset because|object to be reset|KV \w+ failed: (?:429|5\d\d)|\(10001\)/
const RETRY_AFTER_SECONDS = 1

/** Returns true if the platform's error message describes a transient failure. */
export const isTransientError = ({ message }: Error): boolean => TRANSIENT.test(message)

/** Converts a thrown value to an AppError. A transient failure becomes `NETWORK_ERROR` with a retry delay. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError || !(thrown instanceof Error) || !isTransientError(thrown)) return toKnown(thrown)
  return new AppError('NETWORK_ERROR', undefined, { cause: thrown, retryAfterSeconds: RETRY_AFTER_SECONDS })
}
