/** The server's messages when it refuses a photo, a picture, a name or a change. */
export const REFUSAL = {
  sixteenBits: "We can't read PNGs with 16 bits per channel. Try a JPEG or an 8-bit PNG.",
  contactTooMany: 'Too many messages came from your network today. Please try again tomorrow.',
  notMaker: 'Only the browser that made this card can save it to the Hall.',
  noFace: "We couldn't find a face in this photo, so the card can't go in the Hall. You can still share its link.",
  picture:
    "You can't publish this image: a card with it was reported and removed. If no moderator made that decision, the block ends after a week.",
  nickname: 'Please pick a different nickname.',
  tooManyQuestions:
    'Too many photos without a clear face came from your network. Move the oval onto your face, or try again later.',
  adjustedTooOften: 'Too many adjustments from your network. Try again later.',
  posedTooOften: 'Too many redraws from your network. Try again later.',
  posesUsedUp: 'This card has used all of its new poses.',
  onePose: 'There is no other pose for this card.',
  redrawnTooOften: 'That was a lot of changes in one hour. Try again later.',
} as const
