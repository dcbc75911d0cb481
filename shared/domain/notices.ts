import * as z from 'zod/mini'

/** Faults of a photo that was drawn all the same. Another photo would be drawn better. */
export const Notice = z.enum(['dark', 'blurred', 'cut-off', 'turned', 'small', 'tinted', 'no-face'])
export type Notice = z.infer<typeof Notice>

/** One line each, which says what to do. */
export const NOTICE_WORDS: Readonly<Record<Notice, string>> = {
  dark: 'This photo is dark. Turn to the light for a clearer card.',
  blurred: 'This photo is blurred. Hold still, or wipe the lens.',
  'cut-off': 'Part of your head is outside the photo. Move back a little.',
  turned: "You're looking away. Face the camera for a better card.",
  small: 'Your face is small in this photo. Come closer.',
  'no-face': "We couldn't find a face. A clear photo of your face will look better.",
  tinted: 'The lighting is tinted. Daylight gives truer skin tones.',
}

/** A notice as an answer carries it. A newer server may send codes that this build does not know. */
export const NoticeLine = z.object({ code: z.string(), message: z.string() })
export type NoticeLine = z.infer<typeof NoticeLine>

export const noticeLines = (notices: readonly Notice[]): NoticeLine[] =>
  notices.map((code) => ({ code, message: NOTICE_WORDS[code] }))
