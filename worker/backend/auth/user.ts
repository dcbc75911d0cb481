/** An account as its table keeps it. */
export type UserRow = {
  readonly id: string
  readonly email: string
  readonly email_verified: number
  /** 1: proven, that is, its credentials belong to the user that has verified the address. */
  readonly is_proven: number
  readonly signed_up_by: string | null
  readonly password_hash: string | null
  readonly display_name: string | null
  readonly photo_url: string | null
  readonly role: string
  readonly created_at: string
  readonly last_sign_in_at: string | null
}

/** An account as its owner sees it. */
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

/** A stranger may have made the account that an address's owner has confirmed: only a proven one is an admin's. */
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

/** The product's data that belongs to accounts. */
export type AccountHoldings = {
  /**
   * Statements that take it away with its account, in the same transaction. Each `path` they return is a file to be
   * removed afterwards.
   */
  removal(userId: string): readonly D1PreparedStatement[]
  /**
   * Statements that take it from accounts that are handed over.
   *
   * @param accounts SQL for their ids, with `?1`
   * @param value what `?1` stands for
   */
  release(accounts: string, value: string): readonly D1PreparedStatement[]
  /** All of it by kind, as its owner is given it, the oldest first. */
  list(userId: string): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>
}

/** Several parts of the product's data as one. */
export const joinHoldings = (parts: readonly AccountHoldings[]): AccountHoldings => ({
  removal: (userId) => parts.flatMap((part) => part.removal(userId)),
  release: (accounts, value) => parts.flatMap((part) => part.release(accounts, value)),
  list: async (userId) => Object.assign({}, ...(await Promise.all(parts.map((part) => part.list(userId))))),
})

/** Removes what a person owns beside the account and its cards. Whatever cannot be removed is logged. */
export type ForgetPerson = (userId: string) => Promise<void>
