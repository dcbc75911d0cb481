import { detectFace } from './face/detect.ts'
import { studyPicture } from './ink/ink-head.ts'
import { facelessLayers, inkedLayers, type Outfit, portalLayers } from './layouts.ts'
import { decodePhoto } from './photo/clean-photo.ts'
import { poseOfWhole } from './portal.ts'
import { readPrompt } from './read-prompt.ts'
import { composeScene, type Layer } from './scene.ts'

/** How the player stands on the picture: drawn, as a photo in a window, or without a face. */
export type Layout = 'inked' | 'portal' | 'faceless'

export type Drawn = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: 'image/png'; readonly layout: Layout }

/** Enough for the drawing; more pixels only take time. */
const PHOTO_SIDE_PX = 1280

/** The embedded image engine: like any other it gets a prompt and photos and nothing else. */
export function createArtist() {
  return {
    /**
     * Draws head and shoulders of the biggest face in the first photo, in the team's colors, with the gear and the
     * number that the prompt names: 1000 x 1200 px, transparent. The same prompt and photo give the same bytes.
     *
     * @throws AppError as `readPhotoHeader` does when the photo cannot be read.
     * @example
     * const { bytes, layout } = await createArtist().draw({ prompt: buildPrompt(player), photos: [photo] })
     */
    async draw({ prompt, photos }: { prompt: string; photos: readonly Uint8Array[] }): Promise<Drawn> {
      const { team, armor, number } = readPrompt(prompt)
      const outfit: Outfit = { pair: team, armorId: armor.id, number }
      const { layout, layers } = await arrange(outfit, photos[0])
      return { bytes: await composeScene(layers), type: 'image/png', layout }
    },
  }
}

async function arrange(outfit: Outfit, photo: Uint8Array | undefined): Promise<{ layout: Layout; layers: Layer[] }> {
  if (!photo) return { layout: 'faceless', layers: facelessLayers(outfit) }

  const picture = await decodePhoto(photo, PHOTO_SIDE_PX)
  const face = await detectFace(picture)
  const study = face && studyPicture(picture, face)
  if (study) return { layout: 'inked', layers: await inkedLayers(study, outfit) }

  return { layout: 'portal', layers: portalLayers(picture, face ?? poseOfWhole(picture), outfit) }
}
