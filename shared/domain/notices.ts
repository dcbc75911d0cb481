import * as z from 'zod/mini'

/** Flaws of a photo that was still drawn. Another photo would look better. */
export const Notice = z.enum([
  'dark',
  'blurred',
  'cut-off',
  'covered',
  'crowded',
  'turned',
  'small',
  'tinted',
  'no-face',
])
export type Notice = z.infer<typeof Notice>

/** One line of advice for each notice. */
export const NOTICE_WORDS: Readonly<Record<Notice, string>> = {
  dark: 'This photo is dark. Face the light for a clearer card.',
  blurred: 'This photo is blurry. Hold still, or wipe the lens.',
  'cut-off': 'Part of your head is out of frame. Move back a little.',
  covered: 'Your face is partly covered. Keep hands, food and phones away from it.',
  crowded: 'Someone beside you got into the drawing. A photo of just you will look better.',
  turned: "You're looking away. Face the camera for a better card.",
  small: 'Your face is small in this photo. Move closer.',
  'no-face': "We couldn't find a face. A clear photo of your face will look better.",
  tinted: 'The lighting is tinted. Daylight gives truer skin tones.',
}

/** A notice on the wire. A newer server may send codes that this build does not know. */
export const NoticeLine = z.object({ code: z.string(), message: z.string() })
export type NoticeLine = z.infer<typeof NoticeLine>

export const noticeLines = (notices: readonly Notice[]): NoticeLine[] =>
  notices.map((code) => ({ code, message: NOTICE_WORDS[code] }))
