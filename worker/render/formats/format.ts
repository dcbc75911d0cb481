import type { Armor } from '#shared/domain/armor.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'

/** Every picture that is made of a finished card, with its size in pixels. */
export const FORMATS = {
  /** The picture of a link in a feed or a chat. */
  share: { width: 1200, height: 630 },
  /** Size of a phone held upright. */
  story: { width: 1080, height: 1920 },
  back: { width: 1000, height: 1400 },
  'thumb-256': { width: 256, height: 358 },
  'thumb-384': { width: 384, height: 538 },
  'thumb-512': { width: 512, height: 717 },
  'thumb-720': { width: 720, height: 1008 },
} as const satisfies Record<string, { width: number; height: number }>

export type Format = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as Format[]

/**
 * The type of its file. Copies are for our own pages and are WebP; what leaves the site is JPEG, which everything
 * reads.
 */
export const getExtension = (format: Format): 'webp' | 'jpg' => (format.startsWith('thumb-') ? 'webp' : 'jpg')

export const isFormat = (text: string): text is Format => Object.hasOwn(FORMATS, text)

/** The texts of a format. The same words and the same card give the same bytes. */
export type CardWords = {
  playerName: string
  jerseyNumber: string
  team: Team
  armor: Armor
  /** Null leaves out everything that counts. */
  stats: Stats | null
  /** The roll, where the stats were edited since. */
  rolledStats?: Stats | null
  tier: Tier | null
  serial: string | null
}

/** The words of a card whose player was drawn by `source`; a trained model where nothing else is said. */
export type ScenedCard = CardWords & { readonly source?: ArtSource }

/** The input besides the card. */
export type Means = {
  /** Address of the site as a person would type it: it stands on the story. */
  readonly site: string
  readonly loadFont: LoadFont
}

/** A finished card: its front as a JPEG, its words, and which engine drew the player. */
export type FinishedCard = ScenedCard & {
  front: Uint8Array
  /** The address of its page, for a code on the story; without one the story has none. */
  pageUrl?: string
  /** True if the card is in the Hall, where it can be voted for. */
  isPublic?: boolean
}
