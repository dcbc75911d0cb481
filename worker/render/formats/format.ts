import type { Armor } from '#shared/domain/armor.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'

/** All pictures that are made from a finished card, with their sizes in pixels. */
export const FORMATS = {
  /** The preview picture of a link in a feed or a chat. */
  share: { width: 1200, height: 630 },
  /** The size of a phone held upright. */
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
 * Returns the file extension. Copies for our own pages are WebP. Pictures that leave the site are JPEG, which all
 * programs read.
 */
export const getExtension = (format: Format): 'webp' | 'jpg' => (format.startsWith('thumb-') ? 'webp' : 'jpg')

export const isFormat = (text: string): text is Format => Object.hasOwn(FORMATS, text)

/** Pages whose link previews show the podium. */
export const PODIUM_PAGES = ['home', 'hall'] as const
export type PodiumPage = (typeof PODIUM_PAGES)[number]

/** The texts of a format. The same texts and the same card give the same bytes. */
export type CardWords = {
  playerName: string
  jerseyNumber: string
  team: Team
  armor: Armor
  /** Null omits stats, overall number and tier. */
  stats: Stats | null
  /** The rolled stats, if the stats were edited since. */
  rolledStats?: Stats | null
  tier: Tier | null
  serial: string | null
}

/** The texts of a card, and the source of its player. Default: a trained model. */
export type SourcedCard = CardWords & { readonly source?: ArtSource }

/** Dependencies of formats and league prints, besides the card. */
export type FormatDeps = {
  /** The site's address as a person would type it. It is printed on stories and league prints. */
  readonly site: string
  readonly loadFont: LoadFont
}

/** A finished card: its front as a JPEG, its texts, and the engine that drew the player. */
export type FinishedCard = SourcedCard & {
  front: Uint8Array
  /** URL of its page, for the QR code on the story. Without it, the story has no code. */
  pageUrl?: string
  /** True if the card is in the Hall, where visitors can vote for it. */
  isPublic?: boolean
}
