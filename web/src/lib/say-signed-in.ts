import { SUCCESS } from '#shared/domain/messages.ts'
import { toast } from '#web/ui/toast.ts'

/** The part of a session that says who is signed in. */
type Known = { email: () => string | null; subscribe: (run: () => void) => () => void }

/** Says once that the visitor is signed in, as soon as the address of the account is another than now. */
export function saySignedIn({ email, subscribe }: Known): void {
  const before = email()
  const stop = subscribe(() => {
    const now = email()
    if (now === null || now === before) return
    stop()
    toast.success(SUCCESS.signedIn(now))
  })
}
