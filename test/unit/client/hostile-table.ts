import { expect } from 'vitest'
import type { SigningIn } from './signing-in.ts'

export const SITE = 'https://app.example'
export const HERE = `${SITE}/play?team=1#top`
export const STATE = 'auth-state:p1'
export const VERIFICATION = 'auth VERIFICATION_FAILED'

export type Tab = ReturnType<SigningIn['open']>

/** The code and message of a rejected call. */
export function describeError(thrown: unknown): { code: string; message: string } {
  const { kind, code, message } = thrown as { kind: string; code: string; message: string }
  return { code: `${kind} ${code}`, message }
}

/** Returns true if there is no session, nothing is stored, no request was sent and the page has not navigated. */
export function isUntouched({ requests, browser }: SigningIn, { auth, seen, page }: Tab): boolean {
  const { user, tokens } = auth.state()
  const left = [user, tokens, page.session.get(STATE), ...requests, ...browser.stored.keys(), ...seen.wentTo]
  return left.every((one) => one === null) && seen.address === HERE
}

/** A table of cases that counts its checks, so that no case list is empty by mistake. */
export function createTable() {
  let cases = 0
  return {
    cases: () => cases,
    /** Fails with every case for which `judge` returns anything but `true`, and with its result. */
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
