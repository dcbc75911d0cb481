import type { SayService } from './making.ts'

/** Returns the sentence about the use of the photo. */
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
    return `${host}, where the player is drawn. What draws there, and how long that keeps what it was sent, is for its own policy to say. Before that, our own software looks for your face.`
  return service === null
    ? 'No one. Our own software finds your face and draws the card, and your photo never goes to another company.'
    : `${service}, whose image model draws the player. How long it keeps what it was sent is for its own policy to say. Before that, our own software looks for your face. No one else sees it.`
}

/** When the photo is removed. Another backend may have no sweep of its own. */
export const sayPhotoEnd: SayService = (_, host = null) =>
  host === null
    ? 'Deleted as soon as the card is made, has failed or is cancelled, and always within an hour.'
    : 'Deleted as soon as the card is made, has failed or is cancelled; if that fails, we try again until it is gone.'

/** The same in a line of a summary. */
export const sayPhotoFate: SayService = (service, host = null) => {
  const place = host ?? service
  return place === null
    ? 'Not saved: used once to draw your card, then deleted.'
    : `Not saved${host === null ? ' here' : ''}: sent to ${place} once to draw your card, then deleted.`
}
