import * as z from 'zod/mini'
import { DrawnFinish } from './finish.ts'

/**
 * How the player on a card came about: drawn by a trained image model; by our own artist's arithmetic from a photo, in
 * which small networks have found the face; or by our own artist without a photo.
 */
export const Source = z.enum(['trained', 'computed', 'plain'])
export type Source = z.infer<typeof Source>

/** What a card says of its making. */
export const Making = z.object({ source: Source, finish: z.nullable(DrawnFinish) })
export type Making = z.infer<typeof Making>

/**
 * What draws here, in words. `service` names the AI service that gets the photo and draws instead of our own artist; null:
 * our own artist draws. `host`: where another backend keeps everything and has players drawn, by means that are not known
 * here; null: the embedded backend. A page as it is built says these of a gap that the Worker fills, so they hold no
 * character that HTML escapes.
 */
type SayService = (service: string | null, host?: string | null) => string

/** What happens to a face, in short. */
export const sayHow: SayService = (service, host = null) => {
  if (host !== null) return 'Drawn from your selfie. Free, no sign-up'
  return service === null
    ? 'AI finds your face, our artist inks it. Free, no sign-up'
    : 'AI-generated, free, no sign-up'
}

/** What the photo is for. */
export const sayPhotoUse: SayService = (service, host = null) => {
  if (host !== null)
    return `It is sent to ${host}, which keeps all data of this site for us, once to draw your card, and deleted there as soon as the card is made or has failed.`
  return service === null
    ? 'It is used once to draw your card, and it is deleted as soon as the card is made or has failed.'
    : `It is sent to ${service} once to draw your card, and deleted here as soon as the card is made or has failed.`
}

/** Which programs and services get the photo. */
export const sayPhotoReader: SayService = (service, host = null) => {
  if (host !== null)
    return `${host}, where the player is drawn. What draws there, and how long that keeps what it was sent, is for its own policy to say. Before that, small networks on our server look for your face.`
  return service === null
    ? 'Nobody. Small networks on our server find your face and our own program draws the card; nothing is generated, and the photo goes to no other company.'
    : `${service}, whose image model draws the player. How long it keeps what it was sent is for its own policy to say. Before that, small networks on our server look for your face. Nobody else.`
}

/** When the photo is removed. Another backend may have no sweep of its own. */
export const sayPhotoEnd: SayService = (_, host = null) =>
  host === null
    ? 'Deleted as soon as the card is made, has failed or is cancelled; whatever happens, after an hour at most.'
    : 'Deleted as soon as the card is made, has failed or is cancelled; where that fails it is tried again until it is gone.'

/** The same in a line of a summary. */
export const sayPhotoFate: SayService = (service, host = null) => {
  const place = host ?? service
  return place === null
    ? 'Not saved: used once to draw your card, then deleted.'
    : `Not saved${host === null ? ' here' : ''}: sent to ${place} once to draw your card, then deleted.`
}

/** @param source null: not recorded, and nothing is said */
export function sayMaking(source: Source | null): string {
  if (source === null) return ''
  return source === 'trained' ? 'AI-generated.' : 'Drawn by our artist.'
}

/** The same where there is room for it. */
export function explainMaking({ source, finish }: Making): string {
  if (source === 'trained') return 'An AI image model generated the player from a photo.'
  if (source === 'plain') return 'Our artist drew the player without a photo; nothing is generated.'
  const found = 'Small networks on our server found the face'
  return finish === 'photo' || finish === 'window'
    ? `${found}; the photo itself is shown and the rest is drawn, nothing is generated.`
    : `${found}, our artist inked it; nothing is generated.`
}
