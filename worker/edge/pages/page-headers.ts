/**
 * What every page says about itself to the browser. Styles may stand in attributes (measured widths, team colors);
 * scripts come from our own files only.
 *
 * @param core another host that stores the card images and signs people in, or null
 * @param framers origins whose pages may show this one in a frame, beside this site's own; null: nobody, not even this site
 */
export function pageHeaders(core: string | null, framers: readonly string[] | null): Record<string, string> {
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
      `frame-ancestors ${framers === null ? "'none'" : [`'self'${hosts}`, ...framers].join(' ')}`,
    ].join('; '),
    // A page that opens this one gets no hold of it; the sign-in window that this one opens still answers.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A selfie is taken on the page itself; nothing is ever recorded with sound.
    'permissions-policy': 'geolocation=(), microphone=(), camera=(self)',
    vary: 'cookie',
  }
}
