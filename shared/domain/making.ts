import type { Making, Source } from './making-schema.ts'

export type { Making, Source } from './making-schema.ts'

/**
 * The artist of this site, in words. `service` names the AI service that gets the photo and draws instead of our own
 * artist; null: our own artist draws. `host`: where another backend keeps everything and has players drawn, by means
 * that are not known here; null: the embedded backend. A page as it is built says these of a gap that the Worker fills,
 * so they hold no character that HTML escapes.
 */
export type SayService = (service: string | null, host?: string | null) => string

/** Returns the short line about the use of a face. */
export const sayHow: SayService = (service, host = null) => {
  if (host !== null) return 'Drawn from your selfie. Free, no sign-up.'
  return service === null ? 'AI finds your face, we ink the card. Free, no sign-up.' : 'AI-generated, free, no sign-up.'
}

/** @param source null: not recorded, and nothing is said */
export function sayMaking(source: Source | null): string {
  if (source === null) return ''
  return source === 'trained' ? 'AI-generated.' : 'Drawn by Fantasy Football Cards.'
}

/** The same where there is room for it. */
export function explainMaking({ source, finish }: Making): string {
  if (source === 'trained') return 'An AI image model generated the player from a photo.'
  if (source === 'plain') return 'Drawn without a photo. No image generator was used.'
  return finish === 'photo' || finish === 'window'
    ? 'AI found the face in the photo; the face is the original photo and our software drew the rest.'
    : 'AI found the face in the photo; our software drew the rest. No image generator was used.'
}
