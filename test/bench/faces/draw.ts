import { readFileSync } from 'node:fs'
import { getArmor } from '#shared/domain/armor.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import { type PoseId, poseFor } from '#shared/domain/pose.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import { lookAtPhoto } from '#worker/artist/look.ts'
import { cleanPhoto } from '#worker/photo/clean-photo.ts'
import { renderCard } from '#worker/render/card/card.ts'
import { toCardPicture } from '../samples.ts'
import type { Dress } from './dress.ts'

export type Drawing = {
  readonly art: Uint8Array<ArrayBuffer>
  /** The artist's finish: `ink`, `photo`, `faceless`. */
  readonly finish: DrawnFinish
  /** The artist's notices about the photo. */
  readonly notices: readonly string[]
  /** CPU time of drawing alone, in milliseconds, without sanitizing, card rendering or waiting. */
  readonly ms: number
}

/** The same on every card, so that it reveals nothing to a reader who scores them (blinding). */
const NUMBER = '12'
const artist = createArtist()

/** A photo as the server passes it to the artist: upright, at most 1536 px, re-encoded as JPEG. */
export const preparePhoto = (path: string) => cleanPhoto(new Uint8Array(readFileSync(path)))

/** Draws a player with the product's prompt and artist. */
export async function drawArt(photo: Uint8Array, { team, gear, seed }: Dress): Promise<Drawing> {
  const player = { nickname: 'Player', number: NUMBER, team: getTeam(team)!, armor: getArmor(gear)! }
  const pose = seed === undefined ? null : await rollPose(photo, gear, seed)
  const prompt = buildPrompt({ ...player, pose })
  const start = process.threadCpuUsage()
  const { bytes, finish, notices } = await artist.draw({ prompt, photos: [photo] })
  const { user, system } = process.threadCpuUsage(start)
  return { art: bytes, finish, notices, ms: (user + system) / 1000 }
}

async function rollPose(photo: Uint8Array, gear: Dress['gear'], seed: string): Promise<PoseId> {
  const looked = await lookAtPhoto(photo)
  const isSmiling = looked.kind !== 'one' || looked.isSmiling
  return poseFor(seed, { armorId: gear, jerseyNumber: '', tier: null }, isSmiling)
}

/** The finished card, 1000 x 1400 px, JPEG. */
export const drawCard = (art: Uint8Array, { team, gear }: Dress) =>
  renderCard({
    ...toCardPicture({ art, gear, team, playerName: 'Player', jerseyNumber: NUMBER }),
    artType: 'image/webp',
  })
