import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { faceFile } from './faces.ts'
import { test as base } from './fixtures.ts'

/** The resolution of a laptop camera. */
export const FILM = { width: 1280, height: 720 }
const FACE_PX = 430
const FACE_BELOW_MIDDLE_PX = 20
const EDGE_PX = 60

/** Tests in a browser with one camera, which films a still face. Its permission is granted. */
export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'cards-film-'))
      const film = path.join(folder, 'film.mjpeg')
      const picture = await drawPicture()
      writeFileSync(film, Buffer.concat([picture, picture]))
      await use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
          `--use-file-for-fake-video-capture=${film}`,
        ],
      })
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

/** Draws a face in front of a gray wall, between a red edge on the left and a blue one on the right. */
async function drawPicture(): Promise<Buffer> {
  const { width, height } = FILM
  const edge = (background: string) =>
    sharp({ create: { width: EDGE_PX, height, channels: 3, background } })
      .png()
      .toBuffer()
  const face = await sharp(faceFile('fair-long-hair')).resize(FACE_PX).toBuffer()
  const top = height / 2 + FACE_BELOW_MIDDLE_PX - FACE_PX / 2
  return sharp({ create: { width, height, channels: 3, background: '#969696' } })
    .composite([
      { input: face, left: (width - FACE_PX) / 2, top },
      { input: await edge('#d01020'), left: 0, top: 0 },
      { input: await edge('#1030d0'), left: width - EDGE_PX, top: 0 },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
}
