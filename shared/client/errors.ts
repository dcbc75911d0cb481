import { CodedError, type CodedErrorOptions } from './coded-error.ts'
import { COMMON_FAILURE, CONNECTION_FAILURE } from './common-texts.ts'
import { AUTH_FAILURE } from './error-texts.ts'

export { type ErrorKind, toErrorKind } from './coded-error.ts'

/**
 * The shape of every failure: a code for machines, a message for people, a cause for us. Services throw
 * {@link AppError}; the Worker maps it to a response in one place, and the client maps that response back.
 */

type Row = { status: number; message: string; retryable?: true }

/** Code → HTTP status and default message. The first block is the product specification's error catalog for auth. */
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
  UNAUTHORIZED: { status: 401, message: 'A valid key is required.' },
  FORBIDDEN: { status: 403, message: 'This is not allowed.' },
  NOT_FOUND: { status: 404, message: CONNECTION_FAILURE.notFound },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not supported here.' },
  CONFLICT: { status: 409, message: 'This has already been done.' },
  GONE: { status: 410, message: CONNECTION_FAILURE.gone },
  PICTURE_REFUSED: { status: 403, message: "This picture was removed after a report and can't be shown again." },
  FACE_REQUIRED: {
    status: 403,
    message: "We couldn't find a face in this photo, so the card can't be in the Hall. Its link still works.",
  },
  NICKNAME_REFUSED: { status: 400, message: 'This nickname is not allowed.' },
  MISDIRECTED: { status: 421, message: 'This site uses a different host name.' },
  TOO_SOON: { status: 429, message: 'Please wait a moment before you try again.', retryable: true },
  QUOTA_EXCEEDED: { status: 429, message: "Today's cards are used up. Come back tomorrow." },
  LEAGUE_FULL: { status: 409, message: 'All seats in this league are taken.' },
  LEAGUE_LOCKED: { status: 409, message: 'This league is closed to new members.' },
  LEAGUE_LIMIT_REACHED: { status: 409, message: 'You already run as many leagues as one person can.' },
  LEAGUE_QUOTA_EXCEEDED: { status: 429, message: "This league's cards for today are used up. Come back tomorrow." },
  INTERNAL: { status: 500, message: CONNECTION_FAILURE.internal, retryable: true },
  NOT_IMPLEMENTED: { status: 501, message: 'This is not implemented.' },
  NOT_CONFIGURED: { status: 503, message: 'This service is not configured yet.' },

  OVERLOADED: {
    status: 503,
    message: 'The server is overloaded. Please try again in a moment.',
    retryable: true,
  },
  BODY_TOO_SLOW: { status: 408, message: 'The request took too long to arrive. Please try again.', retryable: true },

  FILE_MISSING: { status: 400, message: 'There is no file in the request.' },
  FILE_TOO_LARGE: { status: 413, message: 'This photo is too big. The limit is 50 MB.' },
  FILE_EXISTS: { status: 409, message: COMMON_FAILURE.fileExists },
  STORAGE_FULL: { status: 413, message: 'Your storage is full. Delete files, or confirm your email address.' },
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
  IMAGE_UNREADABLE: {
    status: 422,
    message: "We can't read this photo. Try another one, or take a screenshot of it and use that.",
  },

  FACE_NOT_FOUND: { status: 422, message: "We couldn't find a face in this picture." },
  SEVERAL_FACES: { status: 422, message: 'There are several faces in this picture.' },

  ADDRESS_REFUSED: { status: 400, message: 'Requests to this URL are not allowed.' },
  UPSTREAM_FAILED: { status: 502, message: 'The upstream server returned an invalid response.', retryable: true },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The upstream server took too long.', retryable: true },
  ANSWER_TOO_LARGE: { status: 502, message: 'The upstream response is too large.' },
  DOCUMENT_UNSUPPORTED: { status: 415, message: 'This document type is not supported.' },
  DOCUMENT_UNREADABLE: { status: 422, message: 'This document is damaged or too large to read.' },

  AI_NO_IMAGE: { status: 502, message: COMMON_FAILURE.noImage },
  AI_FAILED: { status: 502, message: 'The artist is busy. Please try again.', retryable: true },
  AI_REFUSED: { status: 422, message: "We can't make a card from this photo." },
  AI_MODERATED: {
    status: 422,
    message: 'The safety check blocked this. Please try another photo or other words.',
  },
  AI_BUSY: { status: 503, message: 'The AI is busy. Please try again in a moment.', retryable: true },
  AI_TIMEOUT: { status: 504, message: 'The AI took too long. Please try again.', retryable: true },
  AI_EMPTY: { status: 502, message: 'The AI returned an empty response.', retryable: true },
  AI_ABORTED: { status: 499, message: 'The request was aborted.' },
  AI_NOT_CONFIGURED: { status: 503, message: 'This AI service is not configured.' },
  AI_IN_FLIGHT: { status: 429, message: 'Another AI call of yours is still running.', retryable: true },
  AI_QUOTA_EXCEEDED: { status: 429, message: "Today's AI calls are used up. Come back tomorrow." },
  AI_CEILING_REACHED: {
    status: 429,
    message: 'This service has reached its daily spending limit. Come back tomorrow.',
  },

  // PostgreSQL and PostgREST codes, which clients of /rest/v1 expect.
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
  '54000': { status: 413, message: 'a database limit is exceeded' },
  '57014': { status: 504, message: 'the database took too long' },
  '428C9': { status: 400, message: 'a generated column cannot be written' },
  '55000': { status: 405, message: 'a view cannot be written' },
  '22000': { status: 400, message: 'the database cannot process these values' },
  P0001: { status: 400, message: 'a trigger rejected this' },
  '22P02': { status: 400, message: 'invalid input syntax' },
  '22003': { status: 400, message: 'a number is out of range' },
  '22007': { status: 400, message: 'invalid input syntax for type timestamp with time zone' },
  '42883': { status: 404, message: 'operator does not exist' },
  PGRST100: { status: 400, message: 'failed to parse query' },
  PGRST102: { status: 400, message: 'Empty or invalid json' },
  PGRST103: { status: 416, message: 'Requested range not satisfiable' },
  PGRST106: { status: 406, message: 'The requested schema is not available' },
  PGRST107: { status: 406, message: 'None of the requested media types is available' },
  PGRST122: { status: 400, message: 'Invalid preferences given with handling=strict' },
  PGRST125: { status: 404, message: 'Invalid path specified in request URL' },
  PGRST126: { status: 404, message: 'Root endpoint metadata is disabled' },
  PGRST202: { status: 404, message: 'Could not find the function in the schema cache' },
  PGRST116: { status: 406, message: 'JSON object requested, multiple (or no) rows returned' },
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof ERRORS

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERRORS, code)

/** The wire format of a failure. One shape suits every reader, including PostgREST's client. */
export type ErrorBody = {
  error: string
  message: string
  code: string
  details: unknown
  hint: string | null
  requestId?: string
}

export type ErrorOptions = CodedErrorOptions & {
  /** The status that an upstream server returned; overrides the table's. */
  status?: number
}

/** An error with a code from {@link ERRORS}, which supplies the default message and status. */
export class AppError extends CodedError<ErrorCode> {
  override readonly name = 'AppError'

  constructor(code: ErrorCode, message: string = ERRORS[code].message, options: ErrorOptions = {}) {
    const row = ERRORS[code]
    super(code, message, { ...options, status: options.status ?? row.status, retryable: 'retryable' in row })
  }
}

export const toErrorBody = (error: AppError, requestId?: string): ErrorBody => ({
  error: error.message,
  message: error.message,
  code: error.code,
  details: error.details,
  hint: error.hint,
  ...(requestId === undefined ? {} : { requestId }),
})

/** Returns an AppError unchanged. Any other value becomes the cause of an `INTERNAL` one. */
export const toAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError ? thrown : new AppError('INTERNAL', undefined, { cause: thrown })
