import { AppError } from '../errors.ts'
import type { Host } from '../host.ts'

/**
 * Races `work` against a timeout.
 *
 * @param onTimeout cancels the work
 * @throws AppError `AUTH_TIMEOUT`
 */
export function withTimeout<T>(
  host: Pick<Host, 'after'>,
  milliseconds: number,
  work: Promise<T>,
  onTimeout = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = host.after(milliseconds, () => {
      reject(new AppError('AUTH_TIMEOUT', undefined, { kind: 'auth' }))
      onTimeout()
    })
    work.then(resolve, reject).finally(cancel)
  })
}
