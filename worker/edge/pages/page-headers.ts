/**
 * What every page says about itself to the browser. Styles may stand in attributes (measured widths, team colors);
 * scripts come from our own files only.
 *
 * @param core another host that stores the card images and signs people in, or null
 * @param framers origins whose pages may show this one in a frame, beside this site's own
 */
export function pageHeaders(core: string | null, framers: readonly string[]): Record<string, string> {
  const hosts = core === null ? '' : ` ${core}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-security-policy': [
      `default-src 'self'`,
      `img-src 'self' data: blob:${hosts}`,
      `connect-src 'self'${hosts}`,
      `style-src 'self' 'unsafe-inline'`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors ${[`'self'${hosts}`, ...framers].join(' ')}`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(), microphone=()',
    vary: 'cookie',
  }
}
