import { CodedError } from '#shared/client/coded-error.ts'

/** At the field of the password, where no address is asked for. */
export const WRONG_PASSWORD = 'That is not the password of this account.'

const hasCode = (thrown: unknown, code: string): boolean => thrown instanceof CodedError && thrown.code === code

export const isWrongPassword = (thrown: unknown): boolean => hasCode(thrown, 'INVALID_CREDENTIALS')

export const isWeakPassword = (thrown: unknown): boolean => hasCode(thrown, 'WEAK_PASSWORD')
