import sharp from 'sharp'
import { type Case, gateCases } from './cases.ts'

/** Less of a head than this looks cut off or frayed, by eye. */
const GOOD = 0.86
const SIDE = { width: 200, height: 230 } as const

const lineOf = ({ name, cutout, quality }: Case): string => {
  if (cutout === null) return `no face                                        ${name}`
  const { doubt, area, edge } = cutout
  const shared = quality === null ? ' ' : quality.toFixed(2)
  const verdict = quality === null ? '?' : quality >= GOOD ? 'good' : 'POOR'
  const numbers = [`doubt ${doubt.toFixed(3)}`, `area ${area.toFixed(0)}`, `edge ${edge.toFixed(0)}`]
  return `${verdict.padEnd(4)} ${shared.padStart(4)}  ${numbers.map((text) => text.padEnd(12)).join('')} ${name}`
}

/** What the gate measures on good and on poor cut-outs, printed with the most doubtful last. @returns photos, each beside its cut-out */
export async function gatePictures(): Promise<Buffer[]> {
  const cases = await gateCases()
  cases.sort((one, other) => (one.cutout?.doubt ?? 1) - (other.cutout?.doubt ?? 1))
  process.stdout.write(`${cases.map(lineOf).join('\n')}\n`)
  return Promise.all(cases.map(pictureOf))
}

async function pictureOf({ picture, cutout }: Case): Promise<Buffer> {
  const raw = { width: picture.widthPx, height: picture.heightPx, channels: 4 } as const
  const fit = { ...SIDE, fit: 'contain', background: '#000000' } as const
  const parts = [await sharp(Buffer.from(picture.data), { raw }).removeAlpha().resize(fit).png().toBuffer()]
  if (cutout !== null) {
    const { w: width, h: height } = cutout.grid
    const mask = Buffer.from(Uint8Array.from(cutout.distance, (value) => (value > 0 ? 255 : 40)))
    parts.push(
      await sharp(mask, { raw: { width, height, channels: 1 } })
        .resize(fit)
        .png()
        .toBuffer(),
    )
  }
  const size = { width: 2 * SIDE.width, height: SIDE.height }
  return sharp({ create: { ...size, channels: 3, background: '#402020' } })
    .composite(parts.map((input, i) => ({ input, left: i * SIDE.width, top: 0 })))
    .png()
    .toBuffer()
}
