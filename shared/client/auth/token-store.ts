import { isRecord } from '../failure.ts'
import type { Page } from '../page.ts'
import { TOKEN_STORE } from './store-key.ts'
import { readTokens, type Tokens } from './tokens.ts'

/** Tokens and which sign-in they came of, which tells another tab's refresh from another person. */
export type Kept = Tokens & { readonly sign_in: string }

function readKept(given: unknown): Kept | null {
  const tokens = readTokens(given)
  const signIn = isRecord(given) ? given['sign_in'] : null
  return tokens !== null && typeof signIn === 'string' ? { ...tokens, sign_in: signIn } : null
}

/** Storage for the tokens, shared by all tabs; where nothing can be stored they are in this tab's memory. */
export function createTokenStore(page: Page | null, projectId: string) {
  const key = TOKEN_STORE + projectId
  let memory: Kept | null = null
  let isShared = page !== null

  return {
    /** A stored value of another shape counts as none. */
    read(): Kept | null {
      if (!isShared || page === null) return memory
      try {
        return readKept(JSON.parse(page.local.get(key) ?? 'null'))
      } catch {
        return null
      }
    },
    /** @param kept null removes them */
    write(kept: Kept | null): void {
      memory = kept
      isShared = page?.local.set(key, kept === null ? null : JSON.stringify(kept)) ?? false
    },
    /** Another tab has signed in, refreshed or signed out. */
    onChange: (run: () => void) =>
      page?.onStored((changed) => {
        if (changed === key || changed === null) run()
      }) ?? (() => {}),
  }
}
