import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { DrawnFinish, Finish } from '#shared/domain/finish.ts'
import type { Notice } from '#shared/domain/notices.ts'
import { withWebpMetadata } from '#worker/graphics/metadata/webp-metadata.ts'
import { studyPicture } from './ink/study/ink-head.ts'
import { releasePicture } from '#worker/graphics/picture.ts'
import { facelessLayers, inkedLayers, type Outfit, photoLayers } from './layouts.ts'
import { uncoverMouth } from './ink/study/uncover-mouth.ts'
import { widenEars } from './ink/study/widen-ears.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import { readPrompt } from './read-prompt.ts'
import { composeScene, type Layer } from './scene.ts'
import { findFaces, personAt, segmentHead } from './vision/index.ts'

export type Drawn = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: 'image/webp'
  readonly finish: DrawnFinish
  /** Defects of the photo. */
  readonly notices: readonly Notice[]
}

type Arrangement = { finish: DrawnFinish; layers: Layer[]; notices?: readonly Notice[] }

/** Maximum side of the decoded photo. More pixels would only cost time. */
const PHOTO_SIDE_PX = 1280
const ART_TITLE = 'Player art'
/**
 * Minimum person confidence of the matte for a face that only the visitor sees. Walls and landscapes reach 0.03 at
 * most.
 */
const PERSON_MIN = 0.4

/**
 * The embedded image engine, a pipeline from photo to player art. It gets only a prompt and photos, like any other
 * engine.
 */
export function createArtist() {
  return {
    /**
     * Draws head and shoulders of the most prominent face in the first photo, in the team's colors, with the prompt's
     * gear and number. The result is a transparent WebP of 1000 x 1200 px with its digital source type embedded. The
     * same prompt and photo give the same bytes.
     *
     * @throws AppError like `readPhotoHeader` if the photo cannot be read.
     * @example
     * const { bytes, finish } = await createArtist().draw({ prompt: buildPrompt(player), photos: [photo] })
     */
    async draw({ prompt, photos }: { prompt: string; photos: readonly Uint8Array[] }): Promise<Drawn> {
      const { team, armor, number, finish, face, pose } = readPrompt(prompt)
      const poseId = pose ?? 'arms-crossed'
      const outfit: Outfit = { pair: team, armorId: armor.id, number, poseId }
      const {
        finish: drawnFinish,
        layers,
        notices = [],
      } = await arrange(outfit, { photo: photos[0], finish, oval: face })
      const bytes = withWebpMetadata(await composeScene(layers), {
        title: ART_TITLE,
        source: drawnFinish === 'faceless' ? 'plain' : 'computed',
        finish: drawnFinish,
        notices,
      })
      return { bytes, type: 'image/webp', finish: drawnFinish, notices }
    },
  }
}

/** Chooses the finish. A head that cannot be inked reliably becomes a photo. */
async function arrange(
  outfit: Outfit,
  { photo, finish, oval }: { photo: Uint8Array | undefined; finish: Finish; oval: FaceOval | null },
): Promise<Arrangement> {
  if (!photo) return { finish: 'faceless', layers: facelessLayers(outfit) }

  const picture = await decodePhoto(photo, PHOTO_SIDE_PX)
  const [face, ...others] = await findFaces(picture, oval)
  const segments = face && (await segmentHead(picture, face))
  // The visitor's oval may lie on a wall. Then no head can wear gear.
  if (!segments || (face.isGuessed && personAt(segments, face.pose) < PERSON_MIN)) {
    releasePicture(picture)
    return { finish: 'faceless', layers: facelessLayers(outfit), notices: ['no-face'] }
  }
  const isUncovered = uncoverMouth(picture, face, segments)
  widenEars(picture, face, segments)
  const study = studyPicture(picture, face, segments, others)
  const { finish: allowed } = study.judgment
  const found = new Set<Notice>(study.judgment.notices)
  if (isUncovered) found.add('covered')
  if (face.isGuessed) found.add('no-face')
  const notices = [...found]
  // A guessed face is shown as a photo, because its landmarks are not reliable enough for ink.
  if (finish === 'ink' && allowed === 'ink' && !face.isGuessed) {
    return { finish: 'ink', layers: await inkedLayers(picture, study, outfit), notices }
  }
  const layers = await photoLayers(picture, study, outfit)
  releasePicture(picture)
  return { finish: 'photo', layers, notices }
}
