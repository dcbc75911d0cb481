import { AppError } from '#shared/client/errors.ts'

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
/** No line breaks, no control characters, nothing beyond Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** Connection headers, and headers that would let us impersonate a visitor or another machine. */
const OURS =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|via|forwarded|x-forwarded-.*|x-real-ip|true-client-ip|cf-.*|cdn-loop|proxy-.*|sec-.*|accept-encoding)$/i

/** True for a header that only this server may set. */
export const isReservedHeader = (name: string): boolean => OURS.test(name)

/** @throws AppError `VALIDATION_ERROR` naming every header that cannot be sent */
export function requireHeaders(headers: Readonly<Record<string, string>>): void {
  const details = Object.entries(headers).flatMap(([name, value]) =>
    NAME.test(name) && VALUE.test(value) && !isReservedHeader(name)
      ? []
      : [{ path: `headers.${name.slice(0, 100)}`, message: 'cannot be sent' }],
  )
  if (details.length > 0) throw new AppError('VALIDATION_ERROR', undefined, { details })
}
