import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
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
