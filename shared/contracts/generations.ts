import * as z from 'zod/mini'
import { Visibility } from '../domain/card-schema.ts'
import { FaceOval } from '../domain/face-oval.ts'
import { DrawnFinish, Finish } from '../domain/finish.ts'
import { ArtSource } from '../domain/provenance-schema.ts'
import { NoticeLine } from '../domain/notices.ts'
import { TIERS } from '../domain/rarity.ts'
import { Stats } from '../domain/stats-schema.ts'

/** A form field that holds JSON. */
const json = z.transform((text: string, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.issues.push({ code: 'custom', input: text, message: 'is not JSON' })
    return z.NEVER
  }
})

export const GenerationId = z.string().check(z.maxLength(32, { abort: true }), z.regex(/^[0-9a-f]{32}$/))

/** The form fields of `POST /api/generations`, besides the file `photo`. Texts that are too long are truncated. */
export const GenerationForm = z.object({
  /** 128 random bits that the browser chooses before it sends the form, so that a reload loses nothing. */
  id: z.optional(GenerationId),
  /** An earlier generation that this visitor may see, whose rolled and edited stats are reused. */
  like: z.optional(GenerationId),
  /**
   * A finished generation that this visitor may see, whose card is still a draft: redraws that card from another crop of
   * the photo (*Adjust photo*). The card keeps its id, name, number, team, gear, stats and tier; those form fields are
   * ignored. Once this generation is ready, the earlier id returns 404.
   */
  adjusts: z.optional(GenerationId),
  /**
   * Valid with `adjusts`: redraws the card in its next pose (*Another pose*) or its previous one, with the same finish
   * and engine. Poses have their own limit of ten per card, then `QUOTA_EXCEEDED`.
   */
  pose: z.optional(z.enum(['another', 'previous'])),
  /**
   * The card whose page led here (`/?remix={id}`, `/?from={id}`). Only the daily number of such generations is counted.
   */
  from: z.optional(z.string()),
  /**
   * The code of the league that the card is for. The visitor must be its member or commissioner. The card counts toward
   * the league's daily quota (429 `LEAGUE_QUOTA_EXCEEDED`) and is deleted with the league unless it was saved to the
   * Hall. Unknown code: 404; outsider: 403. A form that sends it before the photo is checked before the upload. Ignored
   * with `adjusts`.
   */
  league: z.optional(z.string()),
  nickname: z._default(z.string(), ''),
  number: z._default(z.string(), ''),
  /** A team's name. */
  team: z.string(),
  /** An armor id. */
  armor: z._default(z.string(), 'none'),
  /** Ink when absent. */
  finish: z.optional(Finish),
  /** `embedded` picks our own artist where another engine is configured. Default: the configured engine. */
  engine: z.optional(z.literal('embedded')),
  /**
   * JSON of a `FaceOval` that the visitor placed by hand; it skips face detection. Without it, a photo with no face or
   * several faces ends with a question (`FACE_NOT_FOUND`, `SEVERAL_FACES`).
   */
  face: z.optional(z.pipe(z.pipe(z.string(), json), FaceOval)),
})
/** The fields as sent. */
export type GenerationForm = z.input<typeof GenerationForm>

export const GenerationState = z.enum(['checking', 'drawing', 'finishing', 'ready', 'failed', 'cancelled'])
export type GenerationState = z.infer<typeof GenerationState>

/** The card that a generation made: a draft until it is shared or saved. */
export const MadeCard = z.object({
  id: z.string(),
  imageUrl: z.string(),
  playerName: z.string(),
  jerseyNumber: z.string(),
  teamColors: z.string(),
  armor: z.string(),
  stats: Stats,
  /** The stats that the server rolled. They decide the card's stadium even after edits. */
  rolledStats: Stats,
  /** The tier of the stats; for cards older than stored rolls, the tier of the roll. */
  tier: z.enum(TIERS),
  /** The engine that drew the player; null when it was not recorded. */
  source: z._default(z.nullable(ArtSource), null),
  visibility: Visibility,
  /** The same values as on a card's page. */
  hidden: z.optional(z.boolean()),
  canSave: z.optional(z.boolean()),
  needsFace: z.optional(z.boolean()),
})
export type MadeCard = z.infer<typeof MadeCard>

/**
 * `GET /api/generations/{id}`: a generation's status, for the visitor who started it and the card's owners (by manage
 * link or account); 404 for everyone else.
 */
export const Generation = z.object({
  id: z.string(),
  state: GenerationState,
  /** The current or last attempt of the image engine, from 1; 0 before the first. */
  attempt: z.int(),
  /** Maximum number of attempts. */
  attempts: z.int(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  card: z.nullable(MadeCard),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** The faces of `SEVERAL_FACES`, positioned in the uploaded photo, most prominent first. */
  faces: z._default(z.array(FaceOval), []),
  /** The player's finish; null before it is drawn, and for engines other than our own artist. */
  finish: z._default(z.nullable(DrawnFinish), null),
  /** Flaws of the photo. */
  notices: z._default(z.array(NoticeLine), []),
  /** Free photo adjustments left; further ones cost one of the day's cards each. */
  freeAdjustments: z._default(z.int(), 0),
  /** Redraws in another pose left. Null if the gear allows only one pose or a provider draws the card. */
  freePoses: z._default(z.nullable(z.int()), null),
  /** True if the card is not in its first pose, so that *Undo: previous pose* is available. */
  canUndoPose: z._default(z.boolean(), false),
  /** An engine to offer after the configured one failed. There is no automatic fallback. */
  offer: z.optional(z.literal('embedded')),
})
export type Generation = z.infer<typeof Generation>

/** `POST /api/generations/{id}/stats`: redraws the card with edited stats. */
export const EditStats = z.object({ stats: Stats })
export type EditStats = z.infer<typeof EditStats>
