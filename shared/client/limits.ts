/** Limits above which the backend client refuses to send. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024
export const MODIFY_IMAGE_MAX_IMAGES = 50

export const DEFAULT_SEARCH_LANGUAGE = 'en'

/** How long opening a socket, a subscription and a message may each take. */
export const REALTIME_TIMEOUT_MS = 10_000
export const HEARTBEAT_INTERVAL_MS = 25_000
export const RECONNECT_MAX_DELAY_MS = 30_000
export const RECONNECT_JITTER_MS = 1_000

/**
 * Limits of one realtime socket; beyond them a frame is answered by an `error` frame. A longer frame ends the socket.
 */
export const REALTIME_LIMITS = {
  frameMaxBytes: 16_384,
  /** The size limit of a message from a socket that has shown no key, in bytes. */
  keylessMaxBytes: 4096,
  channelMaxCharacters: 128,
  typeMaxCharacters: 64,
  userIdMaxCharacters: 128,
  /** As JSON. */
  metadataMaxCharacters: 1024,
  channelsPerSocket: 32,
  publishesPerSecond: 20,
  /** At once, after a while of silence. */
  publishBurst: 40,
  /** Frames that are no messages: subscriptions taken and given back, and pings. */
  controlsPerSecond: 10,
  controlBurst: 64,
  /** Refused frames, after which the socket is closed. One is forgiven every second. */
  refusals: 30,
} as const

/** How many messages a channel keeps, and for how long. */
export const REALTIME_KEPT_MESSAGES = 1000
export const REALTIME_KEPT_MS = 24 * 3_600_000
/** A member that is silent for longer is not present. */
export const PRESENCE_SILENCE_MS = 60_000
/** Up to so many members are listed; of more, a sample and the count. */
export const PRESENCE_LISTED = 200
export const PRESENCE_SAMPLE = 50

/** A visit is over after so long without anything done. */
export const ANALYTICS_SESSION_MS = 30 * 60_000
/** How many events go at once, and when fewer do. */
export const ANALYTICS_BATCH_EVENTS = 10
export const ANALYTICS_FLUSH_MS = 3_000
export const ANALYTICS_RETRY_MAX_DELAY_MS = 5 * 60_000
/** Characters of a text in an event, the ellipsis included. */
export const ANALYTICS_TEXT_MAX_CHARACTERS = 256
/** Events that wait for a network; the oldest are dropped. */
export const ANALYTICS_QUEUE_MAX_EVENTS = 200

/** An access token is taken for expired this long before it is: what is sent with it is still on its way. */
export const EXPIRED_EARLY_SECONDS = 30
/** The lifetime of tokens from an address is not trusted. */
export const ADDRESS_ACCESS_SECONDS = 900
export const ADDRESS_REFRESH_SECONDS = 2_592_000
/** How long to wait until the signed-in user is known. */
export const AUTH_WAIT_MS = 5_000
/** How long the page around this one may take to hand tokens over. */
export const PARENT_WAIT_MS = 100
export const POPUP = { name: 'sign-in', widthPx: 500, heightPx: 600 } as const
export const POPUP_TIMEOUT_MS = 30_000
export const POPUP_CHECK_MS = 1_000
