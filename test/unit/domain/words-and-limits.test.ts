import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AppError, ERRORS, toAppError, toErrorBody, toErrorKind } from '#shared/client/errors.ts'
import { FACE_QUESTIONS } from '#shared/contracts/generation-states.ts'
import * as clientLimits from '#shared/client/limits.ts'
import { FAILURE, LABELS, QUESTION, SUCCESS } from '#shared/domain/messages.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import * as limits from '#shared/domain/limits.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { AUTH_FAILURE } from '#shared/client/error-texts.ts'
import { NOTICE_WORDS } from '#shared/domain/notices.ts'
import { AUTH_MESSAGES } from '../../support/auth-messages.ts'

/** All source files with their text. */
const sources = ['shared', 'worker', 'web/src'].flatMap((side) =>
  readdirSync(side, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ file: `${side}/${name}`, text: readFileSync(`${side}/${name}`, 'utf8') })),
)

describe('specified messages', () => {
  test('keeps the specified success messages', () => {
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

  test('keeps the specified failure messages', () => {
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

  test('keeps the specified questions about a photo', () => {
    expect(QUESTION.FACE_NOT_FOUND).toBe("We couldn't find a face. Line yours up with the oval, or try another photo.")
    expect(Object.keys(QUESTION)).toEqual([...FACE_QUESTIONS])
  })

  test('keeps the specified screen texts', () => {
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

  test('keeps the specified texts of buttons, fields and links', () => {
    expect(LABELS).toMatchObject({
      allTeams: 'All Teams',
      saveChanges: 'Save Changes',
      cancel: 'Cancel',
      saveToHall: 'Save to Hall',
      download: 'Download',
      copyLink: 'Copy Link',
      funNickname: 'Fun nickname',
      jerseyNumber: 'Jersey Number',
      teamColors: 'Team Colors',
      armor: 'Armor / Headgear',
      randomTeam: 'Random Team',
      randomArmor: 'Random Armor',
      generator: 'Generator',
      gallery: 'Gallery',
      recentlyGenerated: 'Recently Generated',
      top100: 'Top 100',
      contactUs: 'Contact Us',
      privacy: 'Privacy',
    })
  })

  test('keeps the specified messages of the backend client', () => {
    expect(CLIENT_FAILURE).toMatchObject({
      noMagicToken: 'No magic link token found',
      stateMismatch: 'State mismatch',
      projectMismatch: 'Project ID mismatch',
      fileExists: 'File already exists. Set upsert: true to overwrite.',
      invalidParameters: 'Invalid request parameters',
      fileNotFound: 'File not found',
      tooManyImages: 'Maximum 50 images allowed',
      recordNotCreated: 'Failed to create record',
    })
    expect(CLIENT_FAILURE.recordNotFound('7')).toBe('Record with id 7 not found')
    expect(CLIENT_FAILURE.fileTooLarge(60 * 1024 * 1024)).toBe('File size (60MB) exceeds maximum allowed size (50MB)')
    expect(AUTH_FAILURE.OTHER).toBe('Authentication error. Please try again.')
  })

  const sentences = [SUCCESS, FAILURE, FAILURE, REFUSAL, QUESTION, NOTICE_WORDS, AUTH_FAILURE, CLIENT_FAILURE, LABELS]
    .flatMap((table): unknown[] => Object.values(table))
    .filter((words): words is string => typeof words === 'string' && words.split(' ').length > 2)
  const elsewhere = sources.filter(
    ({ file }) => !/(domain.(messages|notices|refusals)|client.((error|common)-)?texts)\.ts$/.test(file),
  )
  test('defines each specified text only once', () => {
    const spelled = [...new Set(sentences)].flatMap((words) => {
      const spellings = [`'${words}'`, `"${words}"`, `>${words}<`]
      const files = elsewhere.filter(({ text }) => spellings.some((spelling) => text.includes(spelling)))
      return files.map(({ file }) => `${file}: ${words}`)
    })
    expect(sentences.length).toBeGreaterThan(50)
    expect(spelled).toEqual([])
  })

  test('keeps the specified message for each auth error', () => {
    expect(AUTH_MESSAGES.map(([code]) => [code, ERRORS[code].message])).toEqual(AUTH_MESSAGES)
  })
})

describe('a failure', () => {
  test('maps 401 to an auth error, 400 to a validation error and the rest to a network error', () => {
    expect([401, 400, 403, 404, 500].map(toErrorKind)).toEqual(['auth', 'validation', 'network', 'network', 'network'])
  })

  test('writes one error body for every reader, without the cause', () => {
    const error = new AppError('23505', 'Already there.', { cause: new Error('secret'), details: { at: 1 } })
    expect(toErrorBody(error, 'r-1')).toEqual({
      error: 'Already there.',
      message: 'Already there.',
      code: '23505',
      details: { at: 1 },
      hint: null,
      requestId: 'r-1',
    })
  })

  test('maps an unexpected error to INTERNAL', () => {
    expect(toAppError(new TypeError('x'))).toMatchObject({ code: 'INTERNAL', status: 500 })
  })

  test('marks errors that may be retried', () => {
    expect(new AppError('NETWORK_ERROR').retryable).toBe(true)
    expect(new AppError('RATE_LIMITED').retryable).toBe(true)
    expect(new AppError('INVALID_CREDENTIALS').retryable).toBe(false)
  })
})

describe('the constants', () => {
  test('keeps the product’s required constants', () => {
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
      TOAST_MAX_VISIBLE: 20,
      TOAST_DURATION_MS: { success: 2_000, blank: 4_000, error: 4_000, custom: 4_000, loading: Infinity },
      CONFIRMATION_MS: { default: 3_000, instagram: 4_000 },
    })
  })

  test('keeps the backend client’s required constants', () => {
    expect(clientLimits).toMatchObject({
      EXPIRED_EARLY_SECONDS: 30,
      ADDRESS_ACCESS_SECONDS: 900,
      ADDRESS_REFRESH_SECONDS: 2_592_000,
      AUTH_WAIT_MS: 5_000,
      POPUP: { widthPx: 500, heightPx: 600 },
      POPUP_TIMEOUT_MS: 30_000,
      POPUP_CHECK_MS: 1_000,
      PARENT_WAIT_MS: 100,
      UPLOAD_MAX_BYTES: 52_428_800,
      MODIFY_IMAGE_MAX_IMAGES: 50,
      REALTIME_TIMEOUT_MS: 10_000,
      HEARTBEAT_INTERVAL_MS: 25_000,
      RECONNECT_MAX_DELAY_MS: 30_000,
      RECONNECT_JITTER_MS: 1_000,
      DEFAULT_SEARCH_LANGUAGE: 'en',
      ANALYTICS_SESSION_MS: 1_800_000,
      ANALYTICS_BATCH_EVENTS: 10,
      ANALYTICS_FLUSH_MS: 3_000,
      ANALYTICS_TEXT_MAX_CHARACTERS: 256,
    })
  })

  test('matches the schedule with wrangler.toml in every environment', () => {
    const schedules = [...readFileSync('wrangler.toml', 'utf8').matchAll(/^crons = (.*)$/gmu)].map(
      ([, schedule]) => schedule,
    )
    expect(new Set(schedules)).toEqual(new Set([`["*/${limits.SCHEDULE_MINUTES} * * * *"]`]))
  })

  const OWNERS = { 'shared/domain/limits.ts': limits, 'shared/client/limits.ts': clientLimits }
  const names = Object.entries(OWNERS).flatMap(([owner, constants]) =>
    Object.keys(constants).map((name) => [name, owner] as const),
  )
  test('declares each constant once, and uses it', () => {
    const offenders = names.filter(([name, owner]) => {
      const declares = new RegExp(`export const ${name}\\b|\\bas ${name}\\b`)
      const isNamed = new RegExp(`\\b${name}\\b`)
      const owners = sources.filter(({ text }) => declares.test(text)).map(({ file }) => file)
      const isUsed = sources.some(({ file, text }) => file !== owner && isNamed.test(text))
      return owners.join() !== owner || !isUsed
    })
    expect(offenders).toEqual([])
  })
})
