import sharp, { type Sharp } from 'sharp'
import { FACE_NAMES, faceBytes } from '../../support/faces.ts'
import { portraitBefore } from '../../art/node/ink/photos.ts'
import { WALLS } from '../../art/node/ink/walls.ts'
import { PORTRAIT } from '../samples.ts'

/** The portrait and altered copies, the portrait in front of busy walls, and the synthetic faces. */
export async function headPhotos(): Promise<Uint8Array[]> {
  const turned = (degrees: number) => sharp(PORTRAIT).rotate(degrees, { background: '#8a8f86' })
  const { width, height } = await sharp(PORTRAIT).metadata()
  const variations: Sharp[] = [
    sharp(PORTRAIT),
    ...[-20, -10, 10, 20].map(turned),
    sharp(PORTRAIT).modulate({ brightness: 1.4 }),
    sharp(PORTRAIT).modulate({ brightness: 0.5 }),
    sharp(PORTRAIT).greyscale().toColourspace('srgb'),
    sharp(PORTRAIT).blur(3),
    sharp(PORTRAIT).flop(),
    sharp(PORTRAIT).resize(240),
    sharp(PORTRAIT).extract({
      left: Math.round(width * 0.15),
      top: 0,
      width: Math.round(width * 0.7),
      height: Math.round(height * 0.8),
    }),
    ...(await Promise.all((['bricks', 'leaves', 'crowd'] as const).map((wall) => portraitBefore(WALLS[wall])))),
  ]
  const jpegs = variations.map(
    async (photo) => new Uint8Array(await photo.removeAlpha().jpeg({ quality: 92 }).toBuffer()),
  )
  return [...(await Promise.all(jpegs)), ...FACE_NAMES.map(faceBytes)]
}
