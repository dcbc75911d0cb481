import { CodedError, type CodedErrorOptions } from './coded-error.ts'
import { COMMON_FAILURE, CONNECTION_FAILURE } from './common-texts.ts'
import { AUTH_FAILURE } from './error-texts.ts'

export { type ErrorKind, kindOf } from './coded-error.ts'

/**
 * The one shape of every failure: a code for machines, a message for people, a cause for us. Services throw
 * {@link AppError}; the Worker maps it to an answer in one place and the client maps that answer back.
 */

type Row = { status: number; message: string; retryable?: true }

/** code → HTTP status and default message. The first block is the product specification's catalogue for auth. */
export const ERRORS = {
  INVALID_CREDENTIALS: { status: 401, message: AUTH_FAILURE.INVALID_CREDENTIALS },
  EMAIL_NOT_VERIFIED: { status: 403, message: AUTH_FAILURE.EMAIL_NOT_VERIFIED },
  POPUP_CANCELED: { status: 400, message: AUTH_FAILURE.POPUP_CANCELED },
  NETWORK_ERROR: {
    status: 503,
    message: AUTH_FAILURE.NETWORK_ERROR,
    retryable: true,
  },
  RATE_LIMITED: { status: 429, message: AUTH_FAILURE.RATE_LIMITED, retryable: true },
  AUTH_TIMEOUT: { status: 408, message: AUTH_FAILURE.AUTH_TIMEOUT },
  REDIRECT_FAILED: { status: 400, message: AUTH_FAILURE.REDIRECT_FAILED },
  TOKEN_EXPIRED: { status: 401, message: AUTH_FAILURE.TOKEN_EXPIRED },
  USER_NOT_FOUND: { status: 404, message: AUTH_FAILURE.USER_NOT_FOUND },
  EMAIL_ALREADY_EXISTS: { status: 409, message: AUTH_FAILURE.EMAIL_ALREADY_EXISTS },
  WEAK_PASSWORD: { status: 400, message: AUTH_FAILURE.WEAK_PASSWORD },
  INVALID_EMAIL: { status: 400, message: AUTH_FAILURE.INVALID_EMAIL },
  MAGIC_LINK_EXPIRED: { status: 400, message: AUTH_FAILURE.MAGIC_LINK_EXPIRED },
  VERIFICATION_FAILED: { status: 400, message: AUTH_FAILURE.VERIFICATION_FAILED },

  VALIDATION_ERROR: { status: 400, message: COMMON_FAILURE.invalidParameters },
  INVALID_JSON: { status: 400, message: 'The request is not valid JSON.' },
  UNAUTHORIZED: { status: 401, message: 'This needs a valid key.' },
  FORBIDDEN: { status: 403, message: 'This is not allowed.' },
  NOT_FOUND: { status: 404, message: CONNECTION_FAILURE.notFound },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not supported here.' },
  CONFLICT: { status: 409, message: 'That has been done already.' },
  GONE: { status: 410, message: CONNECTION_FAILURE.gone },
  PICTURE_REFUSED: { status: 403, message: 'This picture was removed after a report and cannot be shown again.' },
  FACE_REQUIRED: {
    status: 403,
    message: 'No face was found in this photo, so the card cannot be in the Hall. Its link works all the same.',
  },
  NICKNAME_REFUSED: { status: 400, message: 'This nickname is not allowed.' },
  MISDIRECTED: { status: 421, message: 'This is not the address of this site.' },
  TOO_SOON: { status: 429, message: 'That was too soon after the last time.', retryable: true },
  QUOTA_EXCEEDED: { status: 429, message: "Today's cards are used up. Come back tomorrow." },
  INTERNAL: { status: 500, message: CONNECTION_FAILURE.internal, retryable: true },
  NOT_IMPLEMENTED: { status: 501, message: 'This is not served here.' },
  NOT_CONFIGURED: { status: 503, message: 'This service is not configured yet.' },

  OVERLOADED: {
    status: 503,
    message: 'Too much is being sent here at once. Please try again in a moment.',
    retryable: true,
  },
  BODY_TOO_SLOW: { status: 408, message: 'The request took too long to arrive. Please try again.', retryable: true },

  FILE_MISSING: { status: 400, message: 'There is no file in the request.' },
  FILE_TOO_LARGE: { status: 413, message: 'This photo is too big. The limit is 50 MB.' },
  FILE_EXISTS: { status: 409, message: COMMON_FAILURE.fileExists },
  STORAGE_FULL: { status: 413, message: 'There is no room for this file. Remove others, or confirm your address.' },
  FILE_NOT_FOUND: { status: 404, message: COMMON_FAILURE.fileNotFound },
  IMAGE_TOO_LARGE: { status: 413, message: 'This image has too many pixels. Choose a smaller one.' },
  IMAGE_UNSUPPORTED: { status: 415, message: "We can't read this file. Try a JPEG, PNG or WebP." },
  IMAGE_ANIMATED: { status: 415, message: "Animated images don't work here. Try a JPEG, PNG or WebP." },
  IMAGE_HEIC: {
    status: 415,
    message:
      "We can't read HEIC photos. Use a JPEG or PNG, or upload a screenshot of the photo. On an iPhone, Settings > Camera > Formats > Most Compatible takes JPEGs.",
  },
  IMAGE_BLANK: { status: 422, message: 'This photo looks blank. Try another one.' },
  IMAGE_UNREADABLE: { status: 422, message: 'This file looks damaged. Try another JPEG, PNG or WebP.' },

  FACE_NOT_FOUND: { status: 422, message: 'There is no face to be found in this picture.' },
  SEVERAL_FACES: { status: 422, message: 'There are several faces in this picture.' },

  ADDRESS_REFUSED: { status: 400, message: 'This address may not be reached from here.' },
  UPSTREAM_FAILED: { status: 502, message: 'The other side did not answer as it should.', retryable: true },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The other side took too long.', retryable: true },
  ANSWER_TOO_LARGE: { status: 502, message: 'The other side sends more than is read here.' },
  DOCUMENT_UNSUPPORTED: { status: 415, message: 'This kind of document cannot be read here.' },
  DOCUMENT_UNREADABLE: { status: 422, message: 'This document is damaged or too large to be read.' },

  AI_NO_IMAGE: { status: 502, message: COMMON_FAILURE.noImage },
  AI_FAILED: { status: 502, message: 'The artist is busy. Please try again.', retryable: true },
  AI_REFUSED: { status: 422, message: "We can't make a card from this photo." },
  AI_MODERATED: {
    status: 422,
    message: 'The safety check did not let this pass. Please try another photo or other words.',
  },
  AI_BUSY: { status: 503, message: 'The AI is busy. Please try again in a moment.', retryable: true },
  AI_TIMEOUT: { status: 504, message: 'The AI took too long. Please try again.', retryable: true },
  AI_EMPTY: { status: 502, message: 'The AI gave an empty answer.', retryable: true },
  AI_ABORTED: { status: 499, message: 'The call was given up.' },
  AI_NOT_CONFIGURED: { status: 503, message: 'This AI service is not configured.' },
  AI_IN_FLIGHT: { status: 429, message: 'Another AI call of yours is still running.', retryable: true },
  AI_QUOTA_EXCEEDED: { status: 429, message: "Today's AI calls are used up. Come back tomorrow." },
  AI_CEILING_REACHED: { status: 429, message: 'Everything this service may spend today is spent. Come back tomorrow.' },

  // PostgreSQL and PostgREST codes, as clients of /rest/v1 know them.
  '42501': { status: 403, message: 'permission denied' },
  '42703': { status: 400, message: 'column does not exist' },
  '42P01': { status: 404, message: 'relation does not exist' },
  '23502': { status: 400, message: 'null value violates not-null constraint' },
  '23503': { status: 409, message: 'update or delete violates foreign key constraint' },
  '23505': { status: 409, message: 'duplicate key value violates unique constraint' },
  '23514': { status: 400, message: 'new row violates check constraint' },
  '42P10': {
    status: 400,
    message: 'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  },
  '25006': { status: 405, message: 'cannot execute this in a read-only transaction' },
  '42601': { status: 400, message: 'syntax error' },
  '54000': { status: 413, message: 'a limit of the database is exceeded' },
  '57014': { status: 504, message: 'the database took too long' },
  '428C9': { status: 400, message: 'a generated column cannot be written' },
  '55000': { status: 405, message: 'a view cannot be written' },
  '22000': { status: 400, message: 'the database cannot do this with these values' },
  P0001: { status: 400, message: 'a trigger refuses this' },
  '22P02': { status: 400, message: 'invalid input syntax' },
  '22003': { status: 400, message: 'a number is out of range' },
  '22007': { status: 400, message: 'invalid input syntax for type timestamp with time zone' },
  '42883': { status: 404, message: 'operator does not exist' },
  PGRST100: { status: 400, message: 'failed to parse query' },
  PGRST102: { status: 400, message: 'Empty or invalid json' },
  PGRST103: { status: 416, message: 'Requested range not satisfiable' },
  PGRST106: { status: 406, message: 'The schema asked for is not served' },
  PGRST107: { status: 406, message: 'None of the media types asked for is served' },
  PGRST122: { status: 400, message: 'Invalid preferences given with handling=strict' },
  PGRST125: { status: 404, message: 'Invalid path specified in request URL' },
  PGRST126: { status: 404, message: 'Root endpoint metadata is disabled' },
  PGRST202: { status: 404, message: 'Could not find the function in the schema cache' },
  PGRST116: { status: 406, message: 'JSON object requested, multiple (or no) rows returned' },
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof ERRORS

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERRORS, code)

/** The body of a failure on the wire. One shape suits every reader, PostgREST's client included. */
export type ErrorBody = {
  error: string
  message: string
  code: string
  details: unknown
  hint: string | null
  requestId?: string
}

export type ErrorOptions = CodedErrorOptions & {
  /** Overrides the table's status: what a foreign server really answered. */
  status?: number
}

/** A failure of the table: message and status are its row's where no others are given. */
export class AppError extends CodedError<ErrorCode> {
  override readonly name = 'AppError'

  constructor(code: ErrorCode, message: string = ERRORS[code].message, options: ErrorOptions = {}) {
    const row = ERRORS[code]
    super(code, message, { ...options, status: options.status ?? row.status, retryable: 'retryable' in row })
  }
}

/** The wire body of a failure. */
export const bodyOf = (error: AppError, requestId?: string): ErrorBody => ({
  error: error.message,
  message: error.message,
  code: error.code,
  details: error.details,
  hint: error.hint,
  ...(requestId === undefined ? {} : { requestId }),
})

/** Anything thrown, as an AppError: what is not one already becomes `INTERNAL` with the thrown thing as its cause. */
export const toAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError ? thrown : new AppError('INTERNAL', undefined, { cause: thrown })
