import { AppError } from '#shared/client/errors.ts'

/** What cannot be done here until somebody sets one of these. */
export const notConfigured = (...settings: readonly string[]): AppError =>
  new AppError('NOT_CONFIGURED', `This needs the setting ${settings.join(' or ')}.`, { details: { settings } })
