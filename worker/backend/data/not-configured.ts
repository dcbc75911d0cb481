import { AppError } from '#shared/client/errors.ts'

/** The failure of a feature that is not configured, with the settings it needs. */
export const notConfiguredError = (...settings: readonly string[]): AppError =>
  new AppError('NOT_CONFIGURED', `This requires the setting ${settings.join(' or ')}.`, { details: { settings } })
