import { AppError } from '#shared/client/errors.ts'
import { AUTH_MESSAGE, AUTH_PARAMETERS } from '#shared/client/auth/wire.ts'
import type { Tokens } from '../sessions.ts'
import type { PageRequest } from './request.ts'

/** The result for the page that requested a sign-in: tokens, or a failure. */
export type Outcome = Tokens | AppError

const isFailure = (outcome: Outcome): outcome is AppError => outcome instanceof AppError

/** Returns the redirect URL with the outcome in its query. Existing parameters of the same names are replaced. */
export function addressWith(outcome: Outcome, { redirectUrl, state }: PageRequest, projectId: string): URL {
  const url = new URL(redirectUrl)
  for (const name of AUTH_PARAMETERS) url.searchParams.delete(name)
  const values = isFailure(outcome)
    ? { error: outcome.code, error_description: outcome.message }
    : {
        access_token: outcome.access_token,
        refresh_token: outcome.refresh_token,
        token_type: outcome.token_type,
        expires_in: String(outcome.expires_in),
        refresh_expires_in: String(outcome.refresh_expires_in),
        project_id: projectId,
      }
  for (const [name, value] of Object.entries({ ...values, ...(state !== null && { state }) }))
    url.searchParams.set(name, value)
  return url
}

/** Returns the message that a popup posts to its opener. */
export function toMessage(outcome: Outcome, { state }: PageRequest, projectId: string): Record<string, unknown> {
  const about = { projectId, ...(state !== null && { state }) }
  if (isFailure(outcome)) return { type: AUTH_MESSAGE.failure, code: outcome.code, message: outcome.message, ...about }
  const { access_token, refresh_token, token_type, expires_in, refresh_expires_in } = outcome
  return {
    type: AUTH_MESSAGE.tokens,
    access_token,
    refresh_token,
    token_type,
    expires_in,
    refresh_expires_in,
    ...about,
  }
}
