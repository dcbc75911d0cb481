import { expect } from 'vitest'
import type { SigningIn } from './signing-in.ts'

export const SITE = 'https://app.example'
export const HERE = `${SITE}/play?team=1#top`
export const STATE = 'auth-state:p1'
export const VERIFICATION = 'auth VERIFICATION_FAILED'

export type Tab = ReturnType<SigningIn['open']>

/** The failure of a refused call. */
export function told(thrown: unknown): { code: string; message: string } {
  const { kind, code, message } = thrown as { kind: string; code: string; message: string }
  return { code: `${kind} ${code}`, message }
}

/** There is no session, nothing is kept, nothing was asked of any server and the page has not moved. */
export function isUntouched({ requests, browser }: SigningIn, { auth, seen, page }: Tab): boolean {
  const { user, tokens } = auth.state()
  const left = [user, tokens, page.session.get(STATE), ...requests, ...browser.kept.keys(), ...seen.wentTo]
  return left.every((one) => one === null) && seen.address === HERE
}

/** A table of cases that counts what was tried, so that none of it is empty by mistake. */
export function createTable() {
  let cases = 0
  return {
    cases: () => cases,
    /** Fails with every case that `judge` says anything but `true` of, and with what it says. */
    async allHold<T>(all: readonly T[], judge: (one: T) => Promise<unknown>): Promise<void> {
      cases += all.length
      const surprises = []
      for (const one of all) {
        const was = await judge(one)
        if (was !== true) surprises.push([one, was])
      }
      expect(surprises).toEqual([])
    },
  }
}
