import * as z from 'zod/mini'
import { Visibility } from '../domain/card-schema.ts'
import { FaceOval } from '../domain/face-oval.ts'
import { DrawnFinish, Finish } from '../domain/finish.ts'
import { Source } from '../domain/making-schema.ts'
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

/** The form fields of `POST /api/generations`, beside the file `photo`. Too long is cut, not refused. */
export const GenerationForm = z.object({
  /** Chosen by the browser before it sends anything (128 random bits), so that a reload in the middle loses nothing. */
  id: z.optional(GenerationId),
  /**
   * An earlier generation that this visitor may see, whose roll of stats is kept, and its stats as they were edited.
   */
  like: z.optional(GenerationId),
  /**
   * A ready generation that this visitor may see, whose card is a draft yet: this one draws that card again from
   * another crop of the photo (*Adjust photo*). The card keeps its id, name, number, team, gear, stats and tier; what
   * the form says of them is not read. Once this one is ready, the earlier id answers 404.
   */
  adjusts: z.optional(GenerationId),
  /**
   * With `adjusts`: the card is drawn in its next pose (*Another pose*), in the finish and by the engine that it has.
   * It counts apart from adjustments of the photo, and `QUOTA_EXCEEDED` says that this card has had its ten.
   */
  pose: z.optional(z.literal('another')),
  /**
   * The card whose page led here (`/?remix={id}`, `/?from={id}`): that there was one is counted by day once this one is
   * ready.
   */
  from: z.optional(z.string()),
  nickname: z._default(z.string(), ''),
  number: z._default(z.string(), ''),
  /** A team's name. */
  team: z.string(),
  /** An armor id. */
  armor: z._default(z.string(), 'none'),
  /** Ink when absent. */
  finish: z.optional(Finish),
  /** Our own artist, where another engine is configured. The configured one when absent. */
  engine: z.optional(z.literal('embedded')),
  /**
   * JSON of a `FaceOval` that the visitor has set by hand: it is drawn, whatever is found there. When absent the face
   * is looked for, and a photo without one or with several ends with a question (`FACE_NOT_FOUND`, `SEVERAL_FACES`).
   */
  face: z.optional(z.pipe(z.pipe(z.string(), json), FaceOval)),
})
/** The fields as they are sent. */
export type GenerationForm = z.input<typeof GenerationForm>

export const GenerationState = z.enum(['checking', 'drawing', 'finishing', 'ready', 'failed', 'cancelled'])
export type GenerationState = z.infer<typeof GenerationState>

/** The card a generation made: a draft until it is shared or saved. */
export const MadeCard = z.object({
  id: z.string(),
  imageUrl: z.string(),
  playerName: z.string(),
  jerseyNumber: z.string(),
  teamColors: z.string(),
  armor: z.string(),
  stats: Stats,
  /** The roll of the server. The card's stadium is that of this roll, whatever its stats are edited to. */
  rolledStats: Stats,
  /** The tier of the stats; for a card from before rolls were kept, the tier of its roll. */
  tier: z.enum(TIERS),
  /** The engine that drew the player; null when it was not recorded. */
  source: z._default(z.nullable(Source), null),
  visibility: Visibility,
})
export type MadeCard = z.infer<typeof MadeCard>

/**
 * `GET /api/generations/{id}`: where a generation stands. For the visitor who started it and for the owners of its card
 * (by manage link or account); 404 for everyone else.
 */
export const Generation = z.object({
  id: z.string(),
  state: GenerationState,
  /** Which try of the image engine is running or was the last, from 1; 0 before the first. */
  attempt: z.int(),
  /** Tries in all. */
  attempts: z.int(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  card: z.nullable(MadeCard),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** The faces of `SEVERAL_FACES`, as places in the sent photo, the most prominent first. */
  faces: z._default(z.array(FaceOval), []),
  /** How the player is drawn; null before, and where another engine than our own artist drew it. */
  finish: z._default(z.nullable(DrawnFinish), null),
  /** Faults of the photo it was drawn from. */
  notices: z._default(z.array(NoticeLine), []),
  /**
   * The number of times this card's photo may still be adjusted at no charge; afterwards each costs one of the day's
   * cards.
   */
  freeAdjustments: z._default(z.int(), 0),
  /**
   * The redraws in another pose that this card has left. Null: its gear allows one pose only, or a provider draws it.
   */
  freePoses: z._default(z.nullable(z.int()), null),
  /** An engine offered in place of the one that failed: there is no automatic fallback. */
  offer: z.optional(z.literal('embedded')),
})
export type Generation = z.infer<typeof Generation>

/** `POST /api/generations/{id}/stats`: draws the card again with edited stats. */
export const EditStats = z.object({ stats: Stats })
export type EditStats = z.infer<typeof EditStats>
