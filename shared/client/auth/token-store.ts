import * as z from 'zod/mini'
import type { Page } from '../page.ts'
import { Tokens } from './tokens.ts'

/** Tokens and which sign-in they came of, which tells another tab's refresh from another person. */
const Kept = z.extend(Tokens, { sign_in: z.string() })
export type Kept = z.infer<typeof Kept>

export type TokenStore = ReturnType<typeof createTokenStore>

export const storeKeyOf = (projectId: string): string => `auth-tokens:${projectId}`

/** Where all tabs find the tokens of who is signed in; where nothing can be stored, this tab alone has them. */
export function createTokenStore(page: Page | null, projectId: string) {
  const key = storeKeyOf(projectId)
  let memory: Kept | null = null
  let isShared = page !== null

  return {
    /** What does not have the right shape is nothing. */
    read(): Kept | null {
      if (!isShared || page === null) return memory
      try {
        return Kept.safeParse(JSON.parse(page.local.get(key) ?? 'null')).data ?? null
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
