/** The numbers of the product's rules, each with its unit in its name. */

export const NICKNAME_MAX_CHARACTERS = 64
export const JERSEY_NUMBER_MAX_CHARACTERS = 8
export const PROMPT_MAX_CHARACTERS = 1000

export const STAT_MIN = 0
export const STAT_MAX = 100
export const STAT_ROLL_MIN = 60
export const STAT_ROLL_MAX = 100

/** One call and up to three more. */
export const AI_RETRIES = 3
/** The wait before try n+1 is this many milliseconds times n. */
export const AI_RETRY_STEP_MS = 500

export const RECENT_CARDS = 8
export const RECENT_STRIP_CARDS = 5
export const LEADERBOARD_CARDS = 100
/** A draft that is not saved or shared is deleted after so many days. */
export const DRAFT_KEPT_DAYS = 30

/** Further down than this a card has no rank: counting would cost more than it tells. */
export const RANKED_CARDS = 1000
export const OWN_CARDS = 100

/** Photos in a row that end with a question and cost nothing; drawing a card begins anew. */
export const FREE_LOOKS_PER_CARD = 10
/** Other crops of the photo of a card that is drawn already. */
export const FREE_ADJUSTMENTS_PER_CARD = 3
/** Redraws of a card in another pose, all at no charge. */
export const POSES_PER_CARD = 10
/** Free looks, adjustments and poses together, of everybody behind one address. */
export const FREE_WORK_PER_NETWORK_PER_HOUR = 60

/** Other names and other stats of cards that are made already. */
export const REDRAWS_PER_VISITOR_PER_HOUR = 60

export const REPORTERS_TO_HIDE = 3
export const REPORTS_PER_VISITOR_PER_DAY = 10
export const REPORTS_PER_NETWORK_PER_DAY = 50
/** Further grave reports of a network wait for a moderator, and hide nothing by themselves. */
export const GRAVE_REPORTS_THAT_HIDE_PER_NETWORK_PER_DAY = 3
/** A card with so many votes, or so old, is not hidden by one grave report. */
export const ESTABLISHED_CARD = { votes: 20, days: 7 } as const
export const GRAVE_REPORTERS_TO_HIDE_ESTABLISHED = 2
/**
 * Cards that the reports of one network hide in an hour, grave reports not counted. Beyond it they wait in the queue or
 * for a report from elsewhere, and the admin is told.
 */
export const AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR = 10
export const REPORT_DETAIL_MAX_CHARACTERS = 1000
export const REPORT_DECISION_HOURS = 48
/** Seconds in which a moderator can undo a removal. */
export const UNDO_SECONDS = 60
/** How often the scheduled tasks run (`crons` in wrangler.toml). */
export const SCHEDULE_MINUTES = 5

/** Light modules on each side of a QR code, without which scanners do not find it (ISO/IEC 18004). */
export const QR_QUIET_ZONE = 4

export const CONTACT_COOLDOWN_MS = 20_000
export const CONTACT_RETENTION_YEARS = 2
/** How long it is known how much was seen and done on a day. */
export const ANALYTICS_RETENTION_YEARS = 2
/** How long scrambled numbers are kept by which nothing is counted twice; longer than anything may be sent again. */
export const ANALYTICS_VISITS_KEPT_DAYS = 4
export const CONTACT_FIELD_MAX_CHARACTERS = { name: 200, email: 254, message: 5000 } as const

export const TOAST_MAX_VISIBLE = 20
/** How long a toast of each kind stays, in milliseconds. */
export const TOAST_DURATION_MS = {
  success: 2_000,
  blank: 4_000,
  error: 4_000,
  custom: 4_000,
  action: 10_000,
  loading: Number.POSITIVE_INFINITY,
} as const
/** How long a confirmation on a button itself stays, in milliseconds. */
export const CONFIRMATION_MS = { default: 3_000, instagram: 4_000 } as const

/** The longest side to which a visitor's browser reduces a photo before it is sent. */
export const PHOTO_MAX_SIDE_PX = 1536
/** The most pixels that a Worker may hold in memory. */
export const PHOTO_MAX_PIXELS = 4_000_000
export const PHOTO_MAX_BYTES = 20 * 1024 * 1024

/** The number of cards left today appears once it is this low. */
export const QUOTA_SHOWN_FROM = 5
