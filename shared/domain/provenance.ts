import type { ArtSource } from './provenance-schema.ts'

export type { ArtSource, Provenance } from './provenance-schema.ts'

/**
 * A text that depends on who draws. `service` is the AI service that receives the photo, or null for our own artist.
 * `host` is an external backend, which draws by unknown means, or null for the embedded one. The texts must not contain
 * characters that HTML escapes.
 */
export type DescribeService = (service: string | null, host?: string | null) => string

/** Says in one line how a card is made. */
export const describeMethod: DescribeService = (service, host = null) => {
  if (host !== null) return 'Drawn from your selfie. Free, no sign-up.'
  return service === null ? 'AI finds your face, we ink the card. Free, no sign-up.' : 'AI-generated, free, no sign-up.'
}

/** Says who drew a card. @param source null when not recorded, which returns an empty text */
export function describeProvenance(source: ArtSource | null): string {
  if (source === null) return ''
  return source === 'trained' ? 'AI-generated.' : 'Drawn by Fantasy Football Cards.'
}
