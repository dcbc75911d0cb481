import { buildPrompt } from '#shared/domain/prompt.ts'
import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import type { Finish } from '#shared/domain/finish.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import { ART } from '#worker/artist/place.ts'
import { decodeRgba, render } from '#worker/graphics/engine.ts'
import { portraitBytes } from '../../../support/portrait.ts'

export type Player = { nickname?: string; number?: string; team?: string; armor?: ArmorId; finish?: Finish }

const artist = createArtist()

/** Draws a player from photos. */
export function draw(player: Player = {}, photos: Uint8Array[] = [portraitBytes()]) {
  const { nickname = 'Hail Mary', number = '12', team = 'Miami Dolphins', armor = 'none', finish = 'ink' } = player
  const prompt = buildPrompt({ nickname, number, team: getTeam(team)!, armor: getArmor(armor)!, finish })
  return artist.draw({ prompt, photos })
}

export const readPixels = (png: Uint8Array) => decodeRgba(png, ART.widthPx, ART.heightPx)

export type Box = { left: number; top: number; right: number; bottom: number }

/** The smallest box that contains every differing pixel, or null. */
export function findDifference(
  one: Uint8ClampedArray,
  other: Uint8ClampedArray,
  width: number = ART.widthPx,
): Box | null {
  const box = { left: width, top: one.length, right: -1, bottom: -1 }
  for (let i = 0; i < one.length; i++) {
    if (one[i] === other[i]) continue
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box.right < 0 ? null : box
}

/** The share of a box's pixels for which `is` returns true. */
export function measureShare(
  pixels: Uint8ClampedArray,
  box: Box,
  is: (r: number, g: number, b: number, a: number) => boolean,
) {
  let count = 0
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const i = (y * ART.widthPx + x) * 4
      if (is(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!, pixels[i + 3]!)) count++
    }
  }
  return count / ((box.right - box.left) * (box.bottom - box.top))
}

/** An image whose pixel at x, y has the color `colorAt`, as a JPEG, PNG or WebP. */
export function painted(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => readonly [number, number, number],
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
): Promise<Uint8Array> {
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) data.set(colorAt(i % width, Math.floor(i / width)), i * 4)
  const size = { width, height }
  return render({ type: 'image', src: { ...size, data }, style: size }, { ...size, format, quality: 95 })
}
