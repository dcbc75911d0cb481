/** Returns the bearer token or key of a request, or null. */
export const getBearer = (headers: Headers): string | null =>
  /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
