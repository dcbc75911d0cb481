import type { Finish } from '#shared/domain/finish.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { withWebpMetadata } from '#worker/render/formats/webp-metadata.ts'
import { detectFace } from './face/detect.ts'
import { faceInOval } from './face/oval.ts'
import { studyPicture } from './ink/ink-head.ts'
import { letGoPicture } from './ink/picture.ts'
import { facelessLayers, inkedLayers, type Outfit, photoLayers, portalLayers } from './layouts.ts'
import { decodePhoto } from './photo/clean-photo.ts'
import { poseOfWhole } from './portal.ts'
import { readPrompt } from './read-prompt.ts'
import { composeScene, type Layer } from './scene.ts'

/** How the player stands on the picture: drawn, as a cut-out photo, as a photo in a window, or without a face. */
export type Layout = 'inked' | 'photo' | 'portal' | 'faceless'

export type Drawn = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: 'image/webp'; readonly layout: Layout }

type Arrangement = { layout: Layout; layers: Layer[] }

/** Enough for the drawing; more pixels only take time. */
const PHOTO_SIDE_PX = 1280
const ART_TITLE = 'Player art'

/** The embedded image engine: like any other it gets a prompt and photos and nothing else. */
export function createArtist() {
  return {
    /**
     * Draws head and shoulders of the biggest face in the first photo, in the team's colors, with the gear and the
     * number that the prompt names: 1000 x 1200 px, transparent, with its digital source type inside. The same prompt
     * and photo give the same bytes.
     *
     * @throws AppError as `readPhotoHeader` does when the photo cannot be read.
     * @example
     * const { bytes, layout } = await createArtist().draw({ prompt: buildPrompt(player), photos: [photo] })
     */
    async draw({ prompt, photos }: { prompt: string; photos: readonly Uint8Array[] }): Promise<Drawn> {
      const { team, armor, number, finish, face } = readPrompt(prompt)
      const outfit: Outfit = { pair: team, armorId: armor.id, number }
      const { layout, layers } = await arrange(outfit, { photo: photos[0], finish, oval: face })
      const bytes = withWebpMetadata(await composeScene(layers), {
        title: ART_TITLE,
        drawn: layout === 'faceless' ? 'plain' : 'computed',
      })
      return { bytes, type: 'image/webp', layout }
    },
  }
}

/** A head that cannot be inked for sure is shown as a photo, one that cannot be cut out in a window. */
async function arrange(
  outfit: Outfit,
  { photo, finish, oval }: { photo: Uint8Array | undefined; finish: Finish; oval: FaceOval | null },
): Promise<Arrangement> {
  if (!photo) return { layout: 'faceless', layers: facelessLayers(outfit) }

  const picture = await decodePhoto(photo, PHOTO_SIDE_PX)
  const face = (oval && (await faceInOval(picture, oval))) ?? (await detectFace(picture))
  const study = face && studyPicture(picture, face)
  if (study && finish === 'ink' && !study.isInDoubt) {
    // Nothing is painted from the photo itself, and painting needs the room.
    letGoPicture(picture)
    return { layout: 'inked', layers: await inkedLayers(study, outfit) }
  }
  const arrangement: Arrangement = study
    ? { layout: 'photo', layers: await photoLayers(picture, study, outfit) }
    : { layout: 'portal', layers: portalLayers(picture, face ?? poseOfWhole(picture), outfit) }
  letGoPicture(picture)
  return arrangement
}
