import { AppError } from '#shared/client/errors.ts'

/** What is not configured, and the settings that would. */
export const notConfigured = (...settings: readonly string[]): AppError =>
  new AppError('NOT_CONFIGURED', `This needs the setting ${settings.join(' or ')}.`, { details: { settings } })
