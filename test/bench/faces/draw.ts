import { readFileSync } from 'node:fs'
import { getArmor } from '#shared/domain/armor.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import { cleanPhoto } from '#worker/photo/clean-photo.ts'
import { renderCard } from '#worker/render/card/card.ts'
import { pictureOf } from '../samples.ts'
import type { Dress } from './dress.ts'

export type Drawing = {
  readonly art: Uint8Array<ArrayBuffer>
  /** The artist's finish: `ink`, `photo`, `window`, `faceless`. */
  readonly finish: DrawnFinish
  /** The artist's notices about the photo. */
  readonly notices: readonly string[]
  /** Processor time of drawing alone, in milliseconds: no cleaning, no card, and no waiting for others. */
  readonly ms: number
}

/** The same on every card, so that it tells the reader who scores them nothing (blinding). */
const NUMBER = '12'
const artist = createArtist()

/** A photo as the server hands it to the artist: upright, at most 1536 px, a fresh JPEG. */
export const photoOf = (path: string) => cleanPhoto(new Uint8Array(readFileSync(path)))

/** Draws a player by the prompt and the artist of the product. */
export async function drawArt(photo: Uint8Array, { team, gear, pose }: Dress): Promise<Drawing> {
  const player = { nickname: 'Player', number: NUMBER, team: getTeam(team)!, armor: getArmor(gear)! }
  const prompt = buildPrompt({ ...player, pose: pose ?? null })
  const start = process.threadCpuUsage()
  const { bytes, finish, notices } = await artist.draw({ prompt, photos: [photo] })
  const { user, system } = process.threadCpuUsage(start)
  return { art: bytes, finish, notices, ms: (user + system) / 1000 }
}

/** The finished card, 1000 x 1400 px, JPEG. */
export const cardOf = (art: Uint8Array, { team, gear }: Dress) =>
  renderCard({ ...pictureOf({ art, gear, team, playerName: 'Player', jerseyNumber: NUMBER }), artType: 'image/webp' })
