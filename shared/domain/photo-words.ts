import type { DescribeService } from './provenance.ts'

/** Hint for a photo that cuts off the head. */
export const HEAD_CUT = {
  top: 'The top of your head is cut off. A photo that shows all of it will look better.',
  part: 'Part of your head is cut off. A photo that shows all of it will look better.',
} as const

/** Hint for a photo in which another head touches the visitor's. */
export const HEADS_TOUCH = 'Someone is right next to you. A photo of just you will look better.'

/** Says how the photo is used. */
export const describePhotoUse: DescribeService = (service, host = null) => {
  if (host !== null)
    return `We send it once to ${host}, which stores all data of this site for us, to draw your card. It is deleted there as soon as the card is done or has failed.`
  return service === null
    ? 'We use it once to draw your card, and delete it as soon as the card is done or has failed.'
    : `We send it to ${service} once to draw your card, and delete our copy as soon as the card is done or has failed.`
}

/** Says which programs and services receive the photo. */
export const describePhotoReaders: DescribeService = (service, host = null) => {
  if (host !== null)
    return `${host}, where the player is drawn. See its policy for what draws the player and how long photos are kept. Before that, our own software looks for your face.`
  return service === null
    ? 'No one. Our own software finds your face and draws the card, and your photo never goes to another company.'
    : `${service}, whose image model draws the player. See its policy for how long it keeps your photo. Before that, our own software looks for your face. No one else sees it.`
}

/** Says when the photo is deleted. An external backend may have no hourly sweep. */
export const describePhotoDeletion: DescribeService = (_, host = null) =>
  host === null
    ? 'Deleted as soon as the card is done, has failed or is canceled, and always within an hour.'
    : 'Deleted as soon as the card is done, has failed or is canceled. If that fails, we retry until it is gone.'

/** Says the same in one line of a summary. */
export const summarizePhotoDeletion: DescribeService = (service, host = null) => {
  const recipient = host ?? service
  return recipient === null
    ? 'Not saved: used once to draw your card, then deleted.'
    : `Not saved${host === null ? ' here' : ''}: sent to ${recipient} once to draw your card, then deleted.`
}
