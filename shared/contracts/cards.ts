import * as z from 'zod/mini'
import { Card, Visibility } from '../domain/card-schema.ts'
import { DrawnFinish } from '../domain/finish.ts'
import { ArtSource } from '../domain/provenance-schema.ts'
import { TIERS } from '../domain/rarity.ts'
import { Stats } from '../domain/stats-schema.ts'

/**
 * `GET /api/cards?list=`. `recent` and `strip` are the newest few; `new` is as long as the other lists. `top` ranks by
 * all votes, `week` by votes of the last seven days, `trending` by votes of the last 48 hours, newest first on ties.
 * Each accepts `&team=` with a team's name.
 */
export const CardList = z.enum(['recent', 'strip', 'top', 'week', 'trending', 'new'])
export type CardList = z.infer<typeof CardList>

export const CardsResponse = z.object({ cards: z.array(Card) })

/** `GET /api/teams`: the number of public cards by team name. Teams without cards are omitted. */
export const TeamsResponse = z.object({ cards: z.record(z.string(), z.int()) })
export type TeamCounts = z.infer<typeof TeamsResponse>['cards']

/** Fields of a card that only some pages show. */
const details = {
  visibility: Visibility,
  armor: z.string(),
  tier: z.enum(TIERS),
  /** The engine that drew the player, from the picture's metadata; null for older cards. */
  source: z._default(z.nullable(ArtSource), null),
  finish: z._default(z.nullable(DrawnFinish), null),
  /** Hidden by reports until a moderator decides. Only its maker sees it. */
  hidden: z.boolean(),
  /** Saved to the Hall but unlisted until a moderator reviews it, because its photo shows no face. */
  waiting: z._default(z.boolean(), false),
}

/** Fields of a card that only its owner receives. */
const editable = {
  /** The generation that drew it, which its owner may edit at `/?job={id}`. Missing if this site did not draw it. */
  generationId: z.optional(z.string()),
  /** True in the browser that made the card. A manage link or an account can edit and share it, but not save it. */
  canSave: z.optional(z.boolean()),
  /** True if a save would fail with `FACE_REQUIRED`: the photo has no face, and no moderator reviews such cards. */
  needsFace: z.optional(z.boolean()),
}

/** `GET /api/cards/{id}`. Not found, or not visible to this visitor: 404. Removed: 410, code `GONE`. */
export const CardPage = z.extend(Card, {
  ...details,
  /** Its rank among all public cards, from 1; null when unlisted or beyond `RANKED_CARDS`. */
  rank: z.nullable(z.int()),
  /** Its rank among this week's 100. */
  rankOfWeek: z.nullable(z.int()),
  /** True if this visitor made it, or has its manage link. */
  mine: z.boolean(),
  ...editable,
  /** ISO 8601, UTC: when this visitor may vote for it again. Null means now. */
  nextVoteAt: z.nullable(z.string()),
})
export type CardPage = z.infer<typeof CardPage>

/** A card in its owner's list. */
export const OwnCard = z.extend(Card, {
  ...details,
  /**
   * True if it belongs to an account; false if only to the browser that made it. Missing for a card opened by its manage
   * link.
   */
  kept: z.optional(z.boolean()),
  ...editable,
})
export type OwnCard = z.infer<typeof OwnCard>

/** `GET /api/cards/mine`: newest first, including drafts. */
export const OwnCardsResponse = z.object({ cards: z.array(OwnCard) })

/**
 * `POST /api/cards/keep`: adds this browser's unclaimed cards, including drafts, to the signed-in user's account. The
 * browser stays an owner. 401 without a session.
 */
export const KeptCards = z.object({
  /** Number of cards added to the account. */
  added: z.int(),
})
export type KeptCards = z.infer<typeof KeptCards>

/**
 * `POST /api/cards`: saves a card to the Hall. The image must be from one of this visitor's generations, which supplies
 * the card's fields; the other fields sent are ignored. An offensive name: 400, code `NICKNAME_REFUSED`.
 */
export const SaveCard = z.object({
  playerName: z.string(),
  jerseyNumber: z.string(),
  teamColors: z.string(),
  imageUrl: z.string(),
  stats: Stats,
})
export type SaveCard = z.infer<typeof SaveCard>

/**
 * Response of `POST /api/cards`: the card, and whether it awaits review before it enters the Hall. A picture that a
 * moderator removed: 403, code `PICTURE_REFUSED`. A photo without a face, when no moderator reviews such cards: 403,
 * code `FACE_REQUIRED`.
 */
export const SavedCard = z.extend(Card, { waiting: z._default(z.boolean(), false) })
export type SavedCard = z.infer<typeof SavedCard>

/**
 * `PATCH /api/cards/{id}`: owner only. Returns the redrawn card. An offensive name on a shared card: 400, code
 * `NICKNAME_REFUSED`. Too many renames in an hour: 429.
 */
export const RenameCard = z.object({ playerName: z.string() })
export type RenameCard = z.infer<typeof RenameCard>

/** `POST /api/cards/{id}/votes`: the total that the visitor saw, plus one. Each accepted request adds one vote. */
export const CastVote = z.object({ votes: z.int() })
export type CastVote = z.infer<typeof CastVote>

/** The card after the vote. */
export const VoteResponse = z.extend(Card, {
  /** ISO 8601, UTC: when this visitor may vote for it again. */
  nextVoteAt: z.string(),
})
export type VoteResponse = z.infer<typeof VoteResponse>

/** Details of a refused vote (code `23505` or `RATE_LIMITED`). */
export const VoteRefusal = z.object({
  /** ISO 8601, UTC: when this visitor may vote for the card again. */
  nextVoteAt: z.string(),
  /** `card`: the limit is for this card. `voter`: it is for all of this visitor's votes. Default: `card`. */
  scope: z.optional(z.enum(['card', 'voter'])),
})
export type VoteRefusal = z.infer<typeof VoteRefusal>

/**
 * `POST /api/cards/{id}/share`: makes a draft unlisted, so that its link works for everyone. An offensive name: 400,
 * code `NICKNAME_REFUSED`.
 * `POST /api/cards/{id}/unshare`: makes an unlisted card a draft again. 409 if it was in the Hall.
 * `POST /api/cards/{id}/unpublish`: makes a public card unlisted.
 */
export const SharedCard = z.object({ id: z.string(), visibility: Visibility, url: z.string() })
export type SharedCard = z.infer<typeof SharedCard>

/** `GET /api/cards/{id}/manage-link`: the token after `#manage=` makes any browser an owner of the card. */
export const ManageLink = z.object({ url: z.string() })
export type ManageLink = z.infer<typeof ManageLink>
