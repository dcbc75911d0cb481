import { SIGNED_IN } from '#shared/domain/messages.ts'
import type { Account } from '#web/lib/account.ts'
import { toast } from '#web/ui/toast.ts'

/** Shows a toast once the visitor is signed in with a different email than `before`. */
export function announceSignIn(
  { email, subscribe }: Pick<Account, 'email' | 'subscribe'>,
  before: string | null,
): void {
  const showIfChanged = () => {
    const current = email()
    if (current === null || current === before) return
    stop()
    toast.success(SIGNED_IN(current))
  }
  const stop = subscribe(showIfChanged)
  showIfChanged()
}
