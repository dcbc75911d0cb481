/** The product's limits. Each name includes the unit. */

export const NICKNAME_MAX_CHARACTERS = 64
export const JERSEY_NUMBER_MAX_CHARACTERS = 8
export const PROMPT_MAX_CHARACTERS = 1000

export const STAT_MIN = 0
export const STAT_MAX = 100
export const STAT_ROLL_MIN = 60
export const STAT_ROLL_MAX = 100

/** Retries after the first attempt. */
export const AI_RETRIES = 3
/** The wait before attempt n+1 is n times this. */
export const AI_RETRY_STEP_MS = 500

export const RECENT_CARDS = 8
export const RECENT_STRIP_CARDS = 5
export const LEADERBOARD_CARDS = 100
/** A draft that is not saved or shared is deleted after this long. */
export const DRAFT_RETENTION_DAYS = 30

/** Cards beyond this rank have none, because counting would cost too much. */
export const RANKED_CARDS = 1000
export const OWN_CARDS = 100

/** Free photos in a row that end with a question about the face. Drawing a card resets the count. */
export const FREE_LOOKS_PER_CARD = 10
/** Redraws of a finished card from another crop of the photo. */
export const FREE_ADJUSTMENTS_PER_CARD = 3
/** Free redraws of a card in another pose. */
export const POSES_PER_CARD = 10
/** Free looks, adjustments and poses combined, per network. */
export const FREE_WORK_PER_NETWORK_PER_HOUR = 60

/** Redraws of finished cards with a new name or new stats. */
export const REDRAWS_PER_VISITOR_PER_HOUR = 60

export const REPORTERS_TO_HIDE = 3
export const REPORTS_PER_VISITOR_PER_DAY = 10
export const REPORTS_PER_NETWORK_PER_DAY = 50
/** Grave reports beyond this wait for a moderator and hide nothing automatically. */
export const GRAVE_REPORTS_THAT_HIDE_PER_NETWORK_PER_DAY = 3
/** A card with this many votes, or this old, is not hidden by a single grave report. */
export const ESTABLISHED_CARD = { votes: 20, days: 7 } as const
export const GRAVE_REPORTERS_TO_HIDE_ESTABLISHED = 2
/**
 * Cards that one network's reports may hide per hour, not counting grave reports. Beyond that, cards wait for a moderator
 * or for a report from elsewhere, and the admin is notified.
 */
export const AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR = 10
export const REPORT_DETAIL_MAX_CHARACTERS = 1000
export const REPORT_DECISION_HOURS = 48
/** Time in which a moderator can undo a removal. */
export const UNDO_SECONDS = 60
/** Interval of the scheduled tasks (`crons` in wrangler.toml). */
export const SCHEDULE_MINUTES = 5

/** Light modules that scanners need on each side of a QR code (ISO/IEC 18004). */
export const QR_QUIET_ZONE = 4

export const CONTACT_COOLDOWN_MS = 20_000
export const CONTACT_RETENTION_YEARS = 2
/** Retention of the daily event counts. */
export const ANALYTICS_RETENTION_YEARS = 2
/** Retention of the hashed ids that prevent double counting. Longer than any retry. */
export const ANALYTICS_VISIT_RETENTION_DAYS = 4
export const CONTACT_FIELD_MAX_CHARACTERS = { name: 200, email: 254, message: 5000 } as const

export const TOAST_MAX_VISIBLE = 20
/** Duration of a toast of each kind, in milliseconds. */
export const TOAST_DURATION_MS = {
  success: 2_000,
  blank: 4_000,
  error: 4_000,
  custom: 4_000,
  action: 10_000,
  loading: Number.POSITIVE_INFINITY,
} as const
/** Duration of a confirmation on a button itself, in milliseconds. */
export const CONFIRMATION_MS = { default: 3_000, instagram: 4_000 } as const

/** The browser scales a photo down to this longer side before it uploads it. */
export const PHOTO_MAX_SIDE_PX = 1536
/** Limit on what the Worker decodes, because of its memory. */
export const PHOTO_MAX_PIXELS = 4_000_000
export const PHOTO_MAX_BYTES = 20 * 1024 * 1024

/** The generator shows the number of cards left today once it is this low. */
export const QUOTA_NOTICE_FROM = 5
