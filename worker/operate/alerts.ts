import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { runOrVerify } from '#worker/http/run-or-verify.ts'
import type { Mailer } from '#worker/mail/mailer.ts'
import { type Alert, alertMail } from '#worker/mail/templates.ts'

export type AlertsDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly mail: Pick<Mailer, 'send'>
  /** Recipients. If empty, no mail is sent. */
  readonly to: readonly string[]
  /** URL of the admin page. */
  readonly link: string
}

/** The cause of an alert. Its name, such as `tasks` or `hiding`, must stay the same while the problem lasts. */
export type Cause = { readonly cause: string; readonly alert: Alert }

/** Sends alert mails to the operators, at most one per cause and UTC day across all isolates. */
export class Alerts {
  private readonly deps: AlertsDeps

  constructor(deps: AlertsDeps) {
    this.deps = deps
  }

  /** Never rejects. After a failed send, the next call retries. @returns true if a mail was sent */
  async raise({ cause, alert }: Cause): Promise<boolean> {
    if (this.deps.to.length === 0) return false
    const day = new Date(this.deps.clock()).toISOString().slice(0, 10)
    try {
      if ((await this.claimDay(cause, day)) === null) return false
      try {
        await this.deps.mail.send({ to: [...this.deps.to], ...alertMail(alert, this.deps.link) })
        return true
      } catch (thrown) {
        await this.deps.db.prepare('delete from operator_alerts where cause = ?1 and day = ?2').bind(cause, day).run()
        throw thrown
      }
    } catch (thrown) {
      log.error('alert not sent', { alert: cause, cause: describeError(thrown) })
      return false
    }
  }

  /**
   * Claims the day's mail for a cause. If the response to the insert is lost, the stored time shows who claimed it.
   *
   * @returns null if it was already claimed
   */
  private claimDay(cause: string, day: string): Promise<{ cause: string } | null> {
    const at = this.deps.clock()
    const statement = (sql: string) => this.deps.db.prepare(sql).bind(cause, day, at).first<{ cause: string }>()
    return runOrVerify(
      () =>
        statement(
          'insert into operator_alerts (cause, day, at) values (?1, ?2, ?3) on conflict do nothing returning cause',
        ),
      () => statement('select cause from operator_alerts where cause = ?1 and day = ?2 and at = ?3'),
    )
  }
}
