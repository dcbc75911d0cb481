import { AppError, toAppError as toKnown } from '#shared/client/errors.ts'

/**
 * The platform's messages for transient failures: D1 (https://developers.cloudflare.com/d1/observability/debug-d1/),
 * Durable Objects (https://developers.cloudflare.com/durable-objects/observability/troubleshooting/), KV and R2 (10001:
 * internal error).
 */
const PASSING =
  /overloaded|queued for too long|SQLITE_BUSY|SQLITE_LOCKED|database (?:table |schema )?is locked|internal error; reference|Network connection lost|transient issue|reset because|object to be reset|KV \w+ failed: (?:429|5\d\d)|\(10001\)/
const RETRY_AFTER_SECONDS = 1

/** True if the platform's own words for a failure say that it passes by itself. */
export const isPassing = ({ message }: Error): boolean => PASSING.test(message)

/** Anything thrown, as an AppError. What passes by itself is `NETWORK_ERROR`, worth asking for again in a moment. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError || !(thrown instanceof Error) || !isPassing(thrown)) return toKnown(thrown)
  return new AppError('NETWORK_ERROR', undefined, { cause: thrown, retryAfterSeconds: RETRY_AFTER_SECONDS })
}
