/** The token or key a request carries as its bearer, or null. */
export const bearerOf = (headers: Headers): string | null =>
  /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
