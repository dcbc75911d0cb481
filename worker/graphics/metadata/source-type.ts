import type { Source } from '#shared/domain/making.ts'

/**
 * How a picture came about, by the vocabulary for it: http://cv.iptc.org/newscodes/digitalsourcetype/ (of 2024-10-23).
 * A photo that a trained model drew anew is `compositeWithTrainedAlgorithmicMedia`; one that plain arithmetic turned
 * into ink, between drawn parts, is `composite`: networks only measure where the face is, no element of it came from a
 * trained model, and `compositeSynthetic` would say that one did. What has nothing of a photo, a player without a face
 * or a stand-in for a picture that could not be drawn, is `algorithmicMedia`.
 */
const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

export const SOURCE_TYPES = {
  trained: `${VOCABULARY}compositeWithTrainedAlgorithmicMedia`,
  computed: `${VOCABULARY}composite`,
  plain: `${VOCABULARY}algorithmicMedia`,
} as const satisfies Record<Source, string>

/** Art that does not say how it was made comes from an engine that is not ours, and those are trained models. */
export const UNSAID: Source = 'trained'
