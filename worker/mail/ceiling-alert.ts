import { describeError, log } from '#worker/http/log.ts'
import type { Mailer } from './mailer.ts'
import { ceilingMail } from './templates.ts'

export type CeilingAlertDeps = {
  /** Whether no mail has told of this kind lately. */
  readonly isDue: (kind: string) => Promise<boolean>
  readonly mail: Pick<Mailer, 'send'>
  /** Null: no mail is sent. */
  readonly to: string | null
}

/** Tells that a limit of all networks together refuses people: the log each time, a mail when one is due. */
export const createCeilingAlert =
  ({ isDue, mail, to }: CeilingAlertDeps) =>
  /** Never rejects. */
  async (kind: string, perDay: number): Promise<void> => {
    log.error('ceiling reached', { kind, perDay })
    if (to === null) return
    try {
      if (await isDue(kind)) await mail.send({ to: [to], ...ceilingMail(kind, perDay) })
    } catch (thrown) {
      log.error('alert not sent', { cause: describeError(thrown) })
    }
  }
