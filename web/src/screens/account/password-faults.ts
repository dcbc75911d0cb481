import { CodedError } from '#shared/client/coded-error.ts'

/** Shown at a password field without an email field beside it. */
export const WRONG_PASSWORD = "That's not your password. Try again."

const hasCode = (thrown: unknown, code: string): boolean => thrown instanceof CodedError && thrown.code === code

export const isWrongPassword = (thrown: unknown): boolean => hasCode(thrown, 'INVALID_CREDENTIALS')

export const isWeakPassword = (thrown: unknown): boolean => hasCode(thrown, 'WEAK_PASSWORD')
