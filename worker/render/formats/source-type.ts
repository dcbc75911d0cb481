/**
 * How a picture came about, by the vocabulary for it: http://cv.iptc.org/newscodes/digitalsourcetype/ (of 2024-10-23).
 * A photo that a trained model drew anew is `compositeWithTrainedAlgorithmicMedia`; one that plain arithmetic turned
 * into ink, between drawn parts, is `composite`: no element of it came from a trained model. What
 * stands in for a picture that could not be drawn has nothing of a photo: `algorithmicMedia`.
 */
const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

export const SOURCE_TYPES = {
  trained: `${VOCABULARY}compositeWithTrainedAlgorithmicMedia`,
  computed: `${VOCABULARY}composite`,
  plain: `${VOCABULARY}algorithmicMedia`,
} as const

/** Who drew the player: a trained model, or arithmetic. */
export type Drawn = Exclude<keyof typeof SOURCE_TYPES, 'plain'>
