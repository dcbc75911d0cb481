import { log } from '#worker/http/log.ts'
import { ceilingAlert } from '#worker/mail/templates.ts'
import type { Alerts } from './alerts.ts'

/** Tells that a limit of all networks together refuses people: the log each time, a mail once a day. A limit of 0 is a switch. */
export const createCeilingAlert =
  ({ alerts }: { alerts: Pick<Alerts, 'raise'> }) =>
  /** Never rejects. */
  async (kind: string, perDay: number): Promise<void> => {
    if (perDay === 0) return
    log.error('ceiling reached', { kind, perDay })
    await alerts.raise({ cause: `ceiling:${kind}`, alert: ceilingAlert(kind, perDay) })
  }
