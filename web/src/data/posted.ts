/** What a form of this page has sent without scripts, as far as the server hands it back. */
export const POSTED_KEY = ['posted'] as const

export type Posted = {
  /** Why a vote does not count. */
  readonly said?: string
  /** The contact form's own, the same whenever it is sent again. */
  readonly key?: string
  /** What was refused of it, and why. */
  readonly refused?: {
    readonly topic: string
    readonly name: string
    readonly email: string
    readonly message: string
    readonly fault: { readonly message: string; readonly fields: readonly string[] }
  }
}
