import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
import { WAITING } from '#shared/domain/messages.ts'
import { Link } from '#web/ui/link.tsx'

/** To its maker: why nobody else sees a card, what happens next, and what can be done. */
export const HiddenNotice = () => (
  <section className="notice" aria-labelledby="hidden">
    <h2 id="hidden">Hidden after reports</h2>
    <p>
      Only you see this card now. We look at every report within {REPORT_DECISION_HOURS} hours; a card that breaks no
      rule comes back by itself, with its votes and its link.
    </p>
    <p>
      Is it the name? Change the nickname below. Are we wrong? <Link to="/contact">Write to us</Link>.
    </p>
  </section>
)

/** To its maker: why a card that was saved is not in the Hall yet. */
export const WaitingNotice = () => (
  <section className="notice" aria-labelledby="waiting">
    <h2 id="waiting">{WAITING.title}</h2>
    <p>{WAITING.why}</p>
  </section>
)
