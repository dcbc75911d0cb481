import type { Rate } from '#worker/limits/token-bucket.ts'

/** Lifetime of an access token. */
export const ACCESS_SECONDS = 15 * 60
/** Allowed clock skew between the machines that issue and verify a token. */
export const ACCESS_SKEW_SECONDS = 5 * 60
export const REFRESH_SECONDS = 30 * 24 * 3600
/** Grace period for a used refresh token, so that racing tabs all stay signed in. */
export const OVERLAP_MS = 10_000
/** Time limit for a sign-in at a provider. */
export const FLOW_SECONDS = 10 * 60

export const PASSWORD_MIN_CHARACTERS = 8
export const PASSWORD_MAX_CHARACTERS = 256

export const LINK_SECONDS = { magic: 15 * 60, reset: 3600, verify: 24 * 3600 } as const

const MINUTE = 60
const HOUR = 3600

/** Rate limits per network and per account. A household, a school or a mobile operator is one network. */
export const RATES = {
  signUp: { network: { times: 20, seconds: HOUR }, account: { times: 5, seconds: HOUR } },
  signIn: {
    network: { times: 60, seconds: 15 * MINUTE },
    account: { times: 60, seconds: HOUR },
    /** Attempts at one account from one network. */
    guess: { times: 10, seconds: 15 * MINUTE },
  },
  refresh: { network: { times: 1200, seconds: 15 * MINUTE }, account: { times: 300, seconds: 15 * MINUTE } },
  read: { network: { times: 1200, seconds: 5 * MINUTE }, account: { times: 600, seconds: 5 * MINUTE } },
  change: { network: { times: 60, seconds: 15 * MINUTE }, account: { times: 20, seconds: 15 * MINUTE } },
  password: { network: { times: 30, seconds: 15 * MINUTE }, account: { times: 5, seconds: 15 * MINUTE } },
  mail: { network: { times: 20, seconds: HOUR }, account: { times: 5, seconds: HOUR } },
  redeem: { network: { times: 60, seconds: 15 * MINUTE }, account: { times: 10, seconds: 15 * MINUTE } },
  generate: { network: { times: 600, seconds: HOUR }, account: { times: 60, seconds: HOUR } },
  social: { network: { times: 60, seconds: 15 * MINUTE }, account: { times: 30, seconds: 15 * MINUTE } },
} as const satisfies Record<string, { network: Rate; account: Rate; guess?: Rate }>

export type AuthAction = keyof typeof RATES
/** Actions in which a caller can guess a secret. */
export type Guess = 'signIn'
