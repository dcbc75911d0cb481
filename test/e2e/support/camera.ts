import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { faceFile } from './faces.ts'
import { launchBrowser } from './browser.ts'

/** As a laptop films. */
export const FILM = { width: 1280, height: 720 } as const
/** The left and the right edge of what the camera films. */
const EDGES = { left: '#d01020', right: '#1030d0' } as const
const EDGE_PX = 60

export type Filmed = {
  face: string
  /** How large the photo of the face is in the film, and how far its middle is below the film's. */
  sidePx: number
  belowPx?: number
  /** 1 is the light of the photo. */
  light?: number
}

/** A browser with one camera, before which a face stands still. Its visitors have allowed it. */
export async function launchWithCamera({ face, sidePx, belowPx = 0, light = 1 }: Filmed): Promise<Browser> {
  const { width, height } = FILM
  const top = Math.round(height / 2 + belowPx - sidePx / 2)
  const whole = await sharp(faceFile(face)).resize(sidePx).modulate({ brightness: light }).toBuffer()
  // What is beyond the film is not in it.
  const above = Math.max(0, -top)
  const below = Math.max(0, top + sidePx - height)
  const part = await sharp(whole)
    .extract({ left: 0, top: above, width: sidePx, height: sidePx - above - below })
    .toBuffer()
  const edge = (background: string) =>
    sharp({ create: { width: EDGE_PX, height, channels: 3, background } })
      .png()
      .toBuffer()
  const grey = Math.round(150 * light)
  const picture = await sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .composite([
      { input: part, left: Math.round((width - sidePx) / 2), top: Math.max(0, top) },
      { input: await edge(EDGES.left), left: 0, top: 0 },
      { input: await edge(EDGES.right), left: width - EDGE_PX, top: 0 },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
  const folder = mkdtempSync(path.join(tmpdir(), 'cards-film-'))
  const film = path.join(folder, 'film.mjpeg')
  writeFileSync(film, Buffer.concat([picture, picture]))
  const browser = await launchBrowser(
    [],
    [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  )
  browser.on('disconnected', () => rmSync(folder, { recursive: true }))
  return browser
}
