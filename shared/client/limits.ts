/** Limits above which the client refuses to send. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024
export const MODIFY_IMAGE_MAX_IMAGES = 50

export const DEFAULT_SEARCH_LANGUAGE = 'en'

/** Time limit for each socket, subscription and message. */
export const REALTIME_TIMEOUT_MS = 10_000
export const HEARTBEAT_INTERVAL_MS = 25_000
export const RECONNECT_MAX_DELAY_MS = 30_000
export const RECONNECT_JITTER_MS = 1_000

/** Limits of one realtime socket. Beyond them the server sends an `error` frame; a longer frame closes the socket. */
export const REALTIME_LIMITS = {
  frameMaxBytes: 16_384,
  /** Size limit of a message on a socket without a key. */
  keylessMaxBytes: 4096,
  channelMaxCharacters: 128,
  typeMaxCharacters: 64,
  userIdMaxCharacters: 128,
  /** Measured as JSON. */
  metadataMaxCharacters: 1024,
  channelsPerSocket: 32,
  publishesPerSecond: 20,
  /** Burst size after a pause. */
  publishBurst: 40,
  /** Subscribe, unsubscribe and ping frames. */
  controlsPerSecond: 10,
  controlBurst: 64,
  /** Refused frames before the socket is closed. The count drops by one per second. */
  refusals: 30,
} as const

/** History that a channel keeps, by count and age. */
export const REALTIME_HISTORY_MESSAGES = 1000
export const REALTIME_HISTORY_MS = 24 * 3_600_000
/** A member that is silent for longer counts as absent. */
export const PRESENCE_SILENCE_MS = 60_000
/** Lists up to this many members. Beyond that, the list is a sample plus the count. */
export const PRESENCE_LISTED = 200
export const PRESENCE_SAMPLE = 50

/** A visit ends after this much inactivity. */
export const ANALYTICS_SESSION_MS = 30 * 60_000
/** Batch size, and the delay after which a smaller batch is sent. */
export const ANALYTICS_BATCH_EVENTS = 10
export const ANALYTICS_FLUSH_MS = 3_000
export const ANALYTICS_RETRY_MAX_DELAY_MS = 5 * 60_000
/** Length limit of a text in an event, including the ellipsis. */
export const ANALYTICS_TEXT_MAX_CHARACTERS = 256
/** Queue limit; the oldest events are dropped. */
export const ANALYTICS_QUEUE_MAX_EVENTS = 200

/** Treats an access token as expired this early, because requests take time to arrive. */
export const EXPIRED_EARLY_SECONDS = 30
/** Assumed lifetimes of tokens from a URL, whose stated lifetimes are not trusted. */
export const ADDRESS_ACCESS_SECONDS = 900
export const ADDRESS_REFRESH_SECONDS = 2_592_000
/** Time limit for loading the signed-in user. */
export const AUTH_WAIT_MS = 5_000
/** Time limit for the parent page to hand over tokens. */
export const PARENT_WAIT_MS = 100
export const POPUP = { name: 'sign-in', widthPx: 500, heightPx: 600 } as const
export const POPUP_TIMEOUT_MS = 30_000
export const POPUP_CHECK_MS = 1_000
