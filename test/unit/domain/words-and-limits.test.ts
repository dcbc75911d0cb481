import { describe, expect, test } from 'vitest'
import { AppError, bodyOf, ERRORS, kindOf, toAppError } from '#shared/client/errors.ts'
import * as limits from '#shared/domain/limits.ts'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'

describe('the words the product promises', () => {
  test('of success', () => {
    expect(Object.values(SUCCESS)).toEqual([
      'Your fantasy football card is ready!',
      'Vote added!',
      'Card saved to Hall of Fame!',
      "Message submitted successfully! We'll get back to you soon.",
      'Share link copied to clipboard!',
      'Card downloaded successfully!',
      'Card link copied to clipboard!',
      'Image link copied! Open Instagram and paste to share.',
    ])
  })

  test('of failure', () => {
    expect(FAILURE.photoMissing).toBe('Please upload an image before generating.')
    expect(FAILURE.generate(FAILURE.noImage)).toBe('Failed to generate card: AI returned no image.')
    expect([FAILURE.vote, FAILURE.save, FAILURE.download, FAILURE.copy]).toEqual([
      'Failed to vote.',
      'Failed to save card to Hall of Fame.',
      'Failed to download card.',
      'Failed to copy URL.',
    ])
    expect([FAILURE.contactFieldsMissing, FAILURE.contactEmailInvalid, FAILURE.contactTooSoon]).toEqual([
      'Please fill in all fields.',
      'Please enter a valid email address.',
      'Please wait a moment before sending another message.',
    ])
    expect([FAILURE.contactRefused, FAILURE.contactUnreachable]).toEqual([
      'Submission failed',
      'Failed to send message — please try again later.',
    ])
  })

  test('on the screens', () => {
    expect([LABELS.loadingGallery, LABELS.loadingCard, LABELS.emptyFilter, LABELS.cardNotFound]).toEqual([
      'Loading Gallery...',
      'Loading Card...',
      'No cards found for this filter.',
      'Card Not Found',
    ])
    expect([LABELS.upvote, LABELS.voting, LABELS.sendMessage, LABELS.sending]).toEqual([
      'Upvote This Card',
      'Voting...',
      'Send Message',
      'Sending...',
    ])
  })

  test.each([
    ['INVALID_CREDENTIALS', 'Invalid email or password. Please try again.'],
    ['EMAIL_NOT_VERIFIED', 'Please verify your email address before signing in.'],
    ['POPUP_CANCELED', 'Sign-in was canceled. Please try again.'],
    ['NETWORK_ERROR', 'Network error. Please check your connection and try again.'],
    ['RATE_LIMITED', 'Too many attempts. Please wait a moment and try again.'],
    ['AUTH_TIMEOUT', 'Authentication timed out. Please try again.'],
    ['REDIRECT_FAILED', 'Redirect failed. Please try again.'],
    ['TOKEN_EXPIRED', 'Session expired. Please sign in again.'],
    ['USER_NOT_FOUND', 'User not found. Please check your email and try again.'],
    ['EMAIL_ALREADY_EXISTS', 'An account with this email already exists.'],
    ['WEAK_PASSWORD', 'Password is too weak. Please choose a stronger password.'],
    ['INVALID_EMAIL', 'Please enter a valid email address.'],
    ['MAGIC_LINK_EXPIRED', 'Magic link has expired. Please request a new one.'],
    ['VERIFICATION_FAILED', 'Verification failed. Please try again.'],
  ] as const)('for %s', (code, message) => expect(ERRORS[code].message).toBe(message))
})

describe('a failure', () => {
  test('is an auth error with 401, a validation error with 400 and a network error otherwise', () => {
    expect([401, 400, 403, 404, 500].map(kindOf)).toEqual(['auth', 'validation', 'network', 'network', 'network'])
  })

  test('has one body for every reader, without its cause', () => {
    const error = new AppError('23505', 'Already there.', { cause: new Error('secret'), details: { at: 1 } })
    expect(bodyOf(error, 'r-1')).toEqual({
      error: 'Already there.',
      message: 'Already there.',
      code: '23505',
      details: { at: 1 },
      hint: null,
      requestId: 'r-1',
    })
  })

  test('that nobody foresaw is internal', () => {
    expect(toAppError(new TypeError('x'))).toMatchObject({ code: 'INTERNAL', status: 500 })
  })

  test('says whether trying again may help', () => {
    expect(new AppError('NETWORK_ERROR').retryable).toBe(true)
    expect(new AppError('RATE_LIMITED').retryable).toBe(true)
    expect(new AppError('INVALID_CREDENTIALS').retryable).toBe(false)
  })
})

test('the constants are the ones that were asked for', () => {
  expect(limits).toMatchObject({
    NICKNAME_MAX_CHARACTERS: 64,
    JERSEY_NUMBER_MAX_CHARACTERS: 8,
    PROMPT_MAX_CHARACTERS: 1000,
    STAT_MIN: 0,
    STAT_MAX: 100,
    STAT_ROLL_MIN: 60,
    STAT_ROLL_MAX: 100,
    AI_RETRIES: 3,
    AI_RETRY_STEP_MS: 500,
    RECENT_CARDS: 8,
    RECENT_STRIP_CARDS: 5,
    LEADERBOARD_CARDS: 100,
    CONTACT_COOLDOWN_MS: 20_000,
    CONTACT_RETENTION_YEARS: 2,
    TEAM_COUNT: 32,
    ARMOR_COUNT: 30,
    ACCESS_TOKEN_EARLY_EXPIRY_SECONDS: 30,
    URL_TOKEN_LIFETIME_SECONDS: 900,
    REFRESH_TOKEN_LIFETIME_SECONDS: 2_592_000,
    AUTH_WAIT_TIMEOUT_MS: 5_000,
    SOCIAL_POPUP: { timeoutMs: 30_000, widthPx: 500, heightPx: 600, closurePollMs: 1_000 },
    PARENT_TOKEN_WAIT_MS: 100,
    UPLOAD_MAX_BYTES: 52_428_800,
    MODIFY_IMAGE_MAX_IMAGES: 50,
    REALTIME_TIMEOUT_MS: 10_000,
    HEARTBEAT_INTERVAL_MS: 25_000,
    RECONNECT_MAX_DELAY_MS: 30_000,
    RECONNECT_JITTER_MS: 1_000,
    DEFAULT_SEARCH_LANGUAGE: 'en',
    ANALYTICS_SESSION_MINUTES: 30,
    ANALYTICS_BATCH_EVENTS: 10,
    ANALYTICS_FLUSH_INTERVAL_MS: 3_000,
    ANALYTICS_STRING_MAX_CHARACTERS: 256,
    TOAST_MAX_VISIBLE: 20,
    TOAST_DURATION_MS: { success: 2_000, blank: 4_000, error: 4_000, custom: 4_000, loading: Infinity },
    CONFIRMATION_MS: { default: 3_000, instagram: 4_000 },
  })
})
