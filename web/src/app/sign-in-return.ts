import type { Account } from '#web/lib/account.ts'

/** True if the sign-in page has just sent the browser here. Call it before the tokens are removed from the URL. */
export const isBackFromSignIn = (): boolean => location.search.includes('access_token=')

/** Shows which account the visitor signed in to, once that is known. */
export const announceAccount = (account: Account): Promise<void> =>
  import('#web/data/say-signed-in.ts').then(({ announceSignIn }) => announceSignIn(account, null))
