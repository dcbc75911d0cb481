import type { Account } from '#web/lib/account.ts'

/** True if the sign-in page has just sent the browser here. To be asked before the tokens leave the address. */
export const isBackFromSignIn = (): boolean => location.search.includes('access_token=')

/** Says as whom the visitor is signed in, when that is known. */
export const welcomeBack = (account: Account): Promise<void> =>
  import('#web/data/say-signed-in.ts').then(({ saySignedIn }) => saySignedIn(account, null))
