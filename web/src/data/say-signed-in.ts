import { SIGNED_IN } from '#shared/domain/messages.ts'
import type { Account } from '#web/lib/account.ts'
import { toast } from '#web/ui/toast.ts'

/** Says once that the visitor is signed in, as soon as the address of the account is another than `before`. */
export function saySignedIn({ email, subscribe }: Pick<Account, 'email' | 'subscribe'>, before: string | null): void {
  const tell = () => {
    const now = email()
    if (now === null || now === before) return
    stop()
    toast.success(SIGNED_IN(now))
  }
  const stop = subscribe(tell)
  tell()
}
