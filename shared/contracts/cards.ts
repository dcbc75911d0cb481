import * as z from 'zod/mini'
import { Card, Visibility } from '../domain/card-schema.ts'
import { DrawnFinish } from '../domain/finish.ts'
import { Source } from '../domain/making-schema.ts'
import { TIERS } from '../domain/rarity.ts'
import { Stats } from '../domain/stats-schema.ts'

/**
 * `GET /api/cards?list=`. `recent` and `strip` are the newest few, `new` is as long as the other lists; `top` goes by
 * all votes, `week` by those of the last seven days, `trending` by those of the last 48 hours, newest first on ties.
 * Each takes `&team=` with a team's name.
 */
export const CardList = z.enum(['recent', 'strip', 'top', 'week', 'trending', 'new'])
export type CardList = z.infer<typeof CardList>

export const CardsAnswer = z.object({ cards: z.array(Card) })

/** `GET /api/teams`: how many public cards each team has, by its name. Teams without cards are missing. */
export const TeamsAnswer = z.object({ cards: z.record(z.string(), z.int()) })
export type TeamCounts = z.infer<typeof TeamsAnswer>['cards']

/** Fields of a card that only some pages show. */
const details = {
  visibility: Visibility,
  armor: z.string(),
  tier: z.enum(TIERS),
  /** The engine that drew the player, and how, as the art says; null for cards from before that was kept. */
  source: z._default(z.nullable(Source), null),
  finish: z._default(z.nullable(DrawnFinish), null),
  /** Hidden by reports until a moderator has decided: its maker alone sees it. */
  hidden: z.boolean(),
  /** Saved to the Hall, and unlisted until a moderator has looked at it: no face was found in its photo. */
  waiting: z._default(z.boolean(), false),
}

/** Fields of a card that only its owner gets. */
const editable = {
  /** The generation that drew it, which its owner may edit at `/?job={id}`. Missing: none of this site's. */
  generationId: z.optional(z.string()),
}

/** `GET /api/cards/{id}`. Unknown, or not for this visitor: 404; removed: 410, code `GONE`. */
export const CardPage = z.extend(Card, {
  ...details,
  /** Its place among all public cards, from 1; null when it is in no list or far behind. */
  rank: z.nullable(z.int()),
  /** Its place among this week's 100. */
  rankOfWeek: z.nullable(z.int()),
  /** True if this visitor made it, or has its manage link. */
  mine: z.boolean(),
  ...editable,
  /** ISO 8601, UTC: until when this visitor has to wait with another vote for it. Null: now. */
  nextVoteAt: z.nullable(z.string()),
})
export type CardPage = z.infer<typeof CardPage>

/** A card as its maker's own list shows it. */
export const OwnCard = z.extend(Card, {
  ...details,
  /**
   * True if an account keeps it; else it belongs to the browser that made it. Missing of a card held by its manage
   * link.
   */
  kept: z.optional(z.boolean()),
  ...editable,
})
export type OwnCard = z.infer<typeof OwnCard>

/** `GET /api/cards/mine`: the newest first, drafts too. */
export const OwnCardsAnswer = z.object({ cards: z.array(OwnCard) })

/**
 * `POST /api/cards/keep`: the signed-in user claims the cards of this browser that belong to no account, drafts too.
 * The browser stays an owner of them. 401 without a session.
 */
export const KeptCards = z.object({
  /** How many cards the account did not keep before. */
  added: z.int(),
})
export type KeptCards = z.infer<typeof KeptCards>

/**
 * `POST /api/cards`: what Save to Hall sends. The image must be one of this visitor's generations; the card then says
 * what that image shows, whatever is sent beside it. An offensive name: 400, code `NICKNAME_REFUSED`.
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
 * Its answer: the card, and whether it waits for a moderator before it is in the Hall. A picture that one has removed:
 * 403, code `PICTURE_REFUSED`. One that shows a photo without a face while no moderator looks at such cards: 403, code
 * `FACE_REQUIRED`.
 */
export const SavedCard = z.extend(Card, { waiting: z._default(z.boolean(), false) })
export type SavedCard = z.infer<typeof SavedCard>

/**
 * `PATCH /api/cards/{id}`: the owner's. Answers with the card as it is drawn now. An offensive name on a card that is
 * more than a draft: 400, code `NICKNAME_REFUSED`; too many in an hour: 429.
 */
export const RenameCard = z.object({ playerName: z.string() })
export type RenameCard = z.infer<typeof RenameCard>

/** `POST /api/cards/{id}/votes`: the total the visitor saw, plus one. It states an intent; the effect is one vote. */
export const CastVote = z.object({ votes: z.int() })
export type CastVote = z.infer<typeof CastVote>

/** The card as it is after the vote. */
export const VoteAnswer = z.extend(Card, {
  /** ISO 8601, UTC: when this visitor may vote for it again. */
  nextVoteAt: z.string(),
})
export type VoteAnswer = z.infer<typeof VoteAnswer>

/** Details of a refused vote (code `23505` or `RATE_LIMITED`). */
export const VoteRefusal = z.object({
  /** ISO 8601, UTC: when this visitor may vote for the card again. */
  nextVoteAt: z.string(),
  /** True if only this card has to wait, or every vote of this voter. Missing: only this card. */
  scope: z.optional(z.enum(['card', 'voter'])),
})
export type VoteRefusal = z.infer<typeof VoteRefusal>

/**
 * `POST /api/cards/{id}/share`: a draft becomes unlisted, so that its address works for everybody. An offensive name:
 * 400, code `NICKNAME_REFUSED`.
 * `POST /api/cards/{id}/unpublish`: a public card becomes unlisted and leaves every list.
 */
export const SharedCard = z.object({ id: z.string(), visibility: Visibility, url: z.string() })
export type SharedCard = z.infer<typeof SharedCard>

/** `GET /api/cards/{id}/manage-link`: what follows `#manage=` makes any browser the card's owner. */
export const ManageLink = z.object({ url: z.string() })
export type ManageLink = z.infer<typeof ManageLink>
