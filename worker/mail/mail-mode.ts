import type { Config } from '#worker/config.ts'
import type { Env } from '#worker/env.ts'
import type { MailMode } from './mailer.ts'
import { sendByBinding } from './senders/binding.ts'
import { sendByResend } from './senders/resend.ts'

/**
 * Returns how mail is delivered: through Resend if its key is set, else captured locally, else through the binding.
 *
 * @example
 * const mail = new Mailer({ db: env.DB, clock: Date.now, mode: getMailMode(env, config) })
 */
export function getMailMode({ MAIL: binding }: Env, { local, mail: { from, resend } }: Config): MailMode {
  if (resend !== null && from !== null) return { kind: 'send', send: sendByResend(resend), from }
  if (local) return { kind: 'capture' }
  return binding !== undefined && from !== null
    ? { kind: 'send', send: sendByBinding(binding), from }
    : { kind: 'none' }
}
