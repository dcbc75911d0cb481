import { isRecord } from '../failure.ts'
import type { Page } from '../page.ts'
import { TOKEN_STORE } from './store-key.ts'
import { readTokens, type Tokens } from './tokens.ts'

/** Tokens and the id of their sign-in, which tells another tab's refresh from another user's sign-in. */
export type StoredTokens = Tokens & { readonly sign_in: string }

function parseStoredTokens(value: unknown): StoredTokens | null {
  const tokens = readTokens(value)
  const signIn = isRecord(value) ? value['sign_in'] : null
  return tokens !== null && typeof signIn === 'string' ? { ...tokens, sign_in: signIn } : null
}

/** Token storage, shared by all tabs. Falls back to memory where the browser refuses storage. */
export function createTokenStore(page: Page | null, projectId: string) {
  const key = TOKEN_STORE + projectId
  let memory: StoredTokens | null = null
  let isShared = page !== null

  return {
    /** Returns null for an invalid stored value. */
    read(): StoredTokens | null {
      if (!isShared || page === null) return memory
      try {
        return parseStoredTokens(JSON.parse(page.local.get(key) ?? 'null'))
      } catch {
        return null
      }
    },
    /** @param tokens null removes them */
    write(tokens: StoredTokens | null): void {
      memory = tokens
      isShared = page?.local.set(key, tokens === null ? null : JSON.stringify(tokens)) ?? false
    },
    /** Calls back when another tab signs in, refreshes or signs out. */
    onChange: (run: () => void) =>
      page?.onStored((changed) => {
        if (changed === key || changed === null) run()
      }) ?? (() => {}),
  }
}
