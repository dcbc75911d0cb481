import { readFileSync } from 'node:fs'
import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { createStats, type Stats } from '#shared/domain/stats.ts'
import type { PoseId } from '#shared/domain/pose.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import type { CardPicture } from '#worker/render/card/card.ts'

export const PORTRAIT = new Uint8Array(readFileSync('test/fixtures/portrait.jpg'))

const artist = createArtist()

/** Draws a player with the embedded artist, from a prompt in the product's format. */
export async function drawSampleArt(
  gear: ArmorId,
  team: string,
  photo: Uint8Array = PORTRAIT,
  number = '12',
  pose: PoseId | null = null,
): Promise<Uint8Array> {
  const prompt = buildPrompt({ nickname: 'Sample', number, team: getTeam(team)!, armor: getArmor(gear)!, pose })
  return (await artist.draw({ prompt, photos: [photo] })).bytes
}

export type Sample = {
  art: Uint8Array
  gear?: ArmorId
  team?: string
  playerName?: string
  jerseyNumber?: string
  tier?: Tier | null
  stats?: Stats | null
}

const STATS = createStats(
  (name) => ({ strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 93 })[name],
)

/** Returns a card to render. Properties that a sample omits have the same defaults on all cards. */
export const toCardPicture = (sample: Sample) =>
  ({
    artType: 'image/png',
    playerName: 'Captain Quack',
    jerseyNumber: '12',
    stats: STATS,
    tier: 'Captain' as Tier | null,
    serial: '4F7K-2Q9' as string | null,
    source: 'computed' as const,
    ...sample,
    team: getTeam(sample.team ?? 'Green Bay Packers')!,
    armor: getArmor(sample.gear ?? 'duck')!,
  }) satisfies CardPicture
