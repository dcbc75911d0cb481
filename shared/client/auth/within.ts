import { AppError } from '../errors.ts'
import type { Host } from '../host.ts'

/**
 * Waits for `work`, but not for longer than this.
 *
 * @param onLate ends the work after the timeout
 * @throws AppError `AUTH_TIMEOUT`
 */
export function within<T>(
  host: Pick<Host, 'after'>,
  milliseconds: number,
  work: Promise<T>,
  onLate = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = host.after(milliseconds, () => {
      reject(new AppError('AUTH_TIMEOUT', undefined, { kind: 'auth' }))
      onLate()
    })
    work.then(resolve, reject).finally(cancel)
  })
}
