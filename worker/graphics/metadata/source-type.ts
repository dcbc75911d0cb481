import type { ArtSource } from '#shared/domain/provenance.ts'

/**
 * IPTC's digital source types: http://cv.iptc.org/newscodes/digitalsourcetype/ (2024-10-23). A photo that a trained model
 * redrew is `compositeWithTrainedAlgorithmicMedia`. A photo that our artist inked is `composite`: networks only measure
 * where the face is, and no element comes from a trained model, as `compositeSynthetic` would claim. Art without a photo
 * is `algorithmicMedia`.
 */
const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

export const SOURCE_TYPES = {
  trained: `${VOCABULARY}compositeWithTrainedAlgorithmicMedia`,
  computed: `${VOCABULARY}composite`,
  plain: `${VOCABULARY}algorithmicMedia`,
} as const satisfies Record<ArtSource, string>

/** The source of art without metadata, which comes from other engines. Those use trained models. */
export const DEFAULT_SOURCE: ArtSource = 'trained'
