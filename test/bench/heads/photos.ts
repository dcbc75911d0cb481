import sharp, { type Sharp } from 'sharp'
import { PORTRAIT } from '../samples.ts'
import { photoOf } from '../../unit/ink/photos.ts'
import { before, jpegOf, people } from './people.ts'
import { FAIR_WALLS } from './walls.ts'

/** The portrait and what cameras make of it, the portrait before a busy wall, and two drawn faces. */
export async function headPhotos(): Promise<Uint8Array[]> {
  const turned = (degrees: number) => sharp(PORTRAIT).rotate(degrees, { background: '#8a8f86' })
  const { width, height } = await sharp(PORTRAIT).metadata()
  const [person, ...drawn] = await people()
  const variations: Sharp[] = [
    sharp(PORTRAIT),
    ...[-20, -10, 10, 20].map(turned),
    sharp(PORTRAIT).modulate({ brightness: 1.4 }),
    sharp(PORTRAIT).modulate({ brightness: 0.5 }),
    sharp(PORTRAIT).blur(3),
    sharp(PORTRAIT).flop(),
    sharp(PORTRAIT).resize(240),
    sharp(PORTRAIT).extract({
      left: Math.round(width * 0.15),
      top: 0,
      width: Math.round(width * 0.7),
      height: Math.round(height * 0.8),
    }),
    ...(['bricks', 'leaves', 'crowd'] as const).map((wall) => photoOf(before(person!, FAIR_WALLS[wall]!))),
    ...drawn.map(({ picture }) => photoOf(picture)),
  ]
  return Promise.all(variations.map(jpegOf))
}
