import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'

type Spot = readonly [x: number, y: number]

/** Manual annotations of a face. Points are in pixels of its 256 x 256 image. */
export type Seen = {
  /** Centers of the pupils, the one on the image's left first. Estimated behind sunglasses. */
  readonly eyes: readonly [Spot, Spot]
  /** The lowest point of the chin, or null under a beard. */
  readonly chinY: number | null
  /** Direction of the nose in the image. */
  readonly looks: 'ahead' | 'left' | 'right'
}

/** The faces of `test/fixtures/faces`, annotated by hand at four times their size, to about a pixel. */
export const FACES = {
  'bald-beard': {
    eyes: [
      [96.5, 121],
      [161, 121.5],
    ],
    chinY: null,
    looks: 'ahead',
  },
  'brown-skin-long-hair': {
    eyes: [
      [95.5, 122.5],
      [160, 121.3],
    ],
    chinY: 241,
    looks: 'ahead',
  },
  cap: {
    eyes: [
      [96, 122.5],
      [159.5, 122],
    ],
    chinY: 235,
    looks: 'right',
  },
  'curly-hair': {
    eyes: [
      [97.5, 119.5],
      [160.5, 120],
    ],
    chinY: 246,
    looks: 'left',
  },
  'dark-skin': {
    eyes: [
      [95.5, 120.8],
      [160, 120.8],
    ],
    chinY: null,
    looks: 'ahead',
  },
  'fair-long-hair': {
    eyes: [
      [95.8, 119.5],
      [161.5, 119.5],
    ],
    chinY: 240,
    looks: 'ahead',
  },
  'grey-beard-glasses': {
    eyes: [
      [97, 120],
      [159.3, 120],
    ],
    chinY: null,
    looks: 'ahead',
  },
  'old-wire-glasses': {
    eyes: [
      [99.8, 120.3],
      [158.3, 120.3],
    ],
    chinY: 243,
    looks: 'ahead',
  },
  sunglasses: {
    eyes: [
      [95, 122],
      [163, 122.5],
    ],
    chinY: 228,
    looks: 'ahead',
  },
  'thick-glasses': {
    eyes: [
      [94, 120.5],
      [160, 122.3],
    ],
    chinY: 240,
    looks: 'ahead',
  },
  toddler: {
    eyes: [
      [96, 120],
      [159.8, 120.8],
    ],
    chinY: 228,
    looks: 'left',
  },
  turned: {
    eyes: [
      [101.8, 120.8],
      [158.8, 118.8],
    ],
    chinY: 234,
    looks: 'left',
  },
} as const satisfies Record<string, Seen>

export type FaceName = keyof typeof FACES
export const FACE_NAMES = Object.keys(FACES) as FaceName[]
export const FACE_SIDE_PX = 256

export const faceBytes = (name: FaceName): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../fixtures/faces/${name}.jpg`, import.meta.url).href)))

const asPhoto = async (picture: Sharp) => new Uint8Array(await picture.jpeg({ quality: 92 }).toBuffer())

/** Changes that cameras and people make to a photo. */
export const CHANGES = {
  /** Taken at dusk: 30% of the light. */
  dim: (photo) => asPhoto(sharp(photo).linear(0.3)),
  grey: (photo) => asPhoto(sharp(photo).greyscale().toColourspace('srgb')),
  /** Tilted to the right by 22 degrees, on a background in the corner's color. */
  tilted: async (photo) => asPhoto(sharp(photo).rotate(TILT_DEGREES, { background: await readCorner(photo) })),
  /** Cropped above a line through the forehead. */
  cutOff: (photo) =>
    asPhoto(sharp(photo).extract({ left: 0, top: CUT_PX, width: FACE_SIDE_PX, height: FACE_SIDE_PX - CUT_PX })),
  /** Recompressed by a messenger. */
  poor: async (photo) => asPhoto(sharp(await sharp(photo).jpeg({ quality: 35 }).toBuffer())),
} as const satisfies Record<string, (photo: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>>

export const TILT_DEGREES = 22
/** Height that `cutOff` removes. The hairline of the mean face is at 55 px. */
export const CUT_PX = 78

async function readCorner(photo: Uint8Array) {
  const { dominant } = await sharp(photo).extract({ left: 0, top: 0, width: 24, height: 24 }).stats()
  return dominant
}
