import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** A synthetic face, 256 x 256. */
export const faceFile = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/faces/${name}.jpg`, import.meta.url))

/** Position of a face from {@link faceFile} in a photo: its top left corner and its side, in pixels. */
export type Laid = { name: string; left: number; top: number; side: number }

/** Photos that a test file creates, and removes when it is done. */
export function openDarkroom() {
  const folder = mkdtempSync(path.join(tmpdir(), 'cards-faces-'))
  return {
    /** A photo of a brick wall, with or without faces in front of it. */
    async develop(name: string, size: { width: number; height: number }, faces: readonly Laid[] = []): Promise<string> {
      const file = path.join(folder, `${name}.jpg`)
      const laid = faces.map(async ({ name: face, left, top, side }) => ({
        input: await sharp(faceFile(face)).resize(side).toBuffer(),
        left,
        top,
      }))
      await sharp(brickWall(size))
        .composite(await Promise.all(laid))
        .jpeg({ quality: 90 })
        .toFile(file)
      return file
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** A blank photo would be rejected: there would be nothing to see. */
const brickWall = ({ width, height }: { width: number; height: number }) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <pattern id="bricks" width="80" height="60" patternUnits="userSpaceOnUse">
      <rect width="80" height="60" fill="#b9b4ac" />
      <path d="M2 2h76v26H2zM-38 32h76v26h-76zM42 32h76v26H42z" fill="#7d5a4c" />
    </pattern>
    <rect width="100%" height="100%" fill="url(#bricks)" />
  </svg>`)
