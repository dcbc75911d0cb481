/** A row of the `users` table. */
export type UserRow = {
  readonly id: string
  readonly email: string
  readonly email_verified: number
  /** 1 if proven: the account's credentials belong to the user who verified the address. */
  readonly is_proven: number
  readonly signed_up_by: string | null
  readonly password_hash: string | null
  readonly display_name: string | null
  readonly photo_url: string | null
  readonly role: string
  readonly created_at: string
  readonly last_sign_in_at: string | null
}

/** An account in API responses. */
export type User = {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly role: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastSignInAt?: string
  readonly displayName?: string
  readonly photoURL?: string
}

export const ADMIN_ROLE = 'admin'

/** True for an admin. The account must be proven, because a stranger may have created it with the admin's address. */
export const isAdmin = (row: Pick<UserRow, 'email' | 'is_proven'>, adminEmails: readonly string[]): boolean =>
  row.is_proven === 1 && adminEmails.includes(row.email)

export function toUser(row: UserRow, adminEmails: readonly string[]): User {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified === 1,
    role: isAdmin(row, adminEmails) ? ADMIN_ROLE : row.role,
    createdAt: row.created_at,
    ...(row.last_sign_in_at !== null && { lastSignInAt: row.last_sign_in_at }),
    ...(row.display_name !== null && { displayName: row.display_name }),
    ...(row.photo_url !== null && { photoURL: row.photo_url }),
  }
}

/** Product data that belongs to accounts. */
export type AccountHoldings = {
  /**
   * Returns statements that remove the data in the same transaction as the account. Each `path` they return is a file
   * to remove afterwards.
   */
  removal(userId: string): readonly D1PreparedStatement[]
  /**
   * Returns statements that detach the data from accounts that are handed over.
   *
   * @param accounts SQL that selects the account ids, with `?1`
   * @param value the value of `?1`
   */
  release(accounts: string, value: string): readonly D1PreparedStatement[]
  /** Returns the data by kind for the owner's export, oldest first. */
  list(userId: string): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>
}

/** Combines the holdings of several modules. */
export const joinHoldings = (parts: readonly AccountHoldings[]): AccountHoldings => ({
  removal: (userId) => parts.flatMap((part) => part.removal(userId)),
  release: (accounts, value) => parts.flatMap((part) => part.release(accounts, value)),
  list: async (userId) => Object.assign({}, ...(await Promise.all(parts.map((part) => part.list(userId))))),
})

/** Removes the files and rows a person owns, besides the account and its cards. Failures are logged. */
export type ForgetPerson = (userId: string) => Promise<void>
