import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ESTABLISHED_CARD, REPORT_DECISION_HOURS, REPORTERS_TO_HIDE } from '#shared/domain/limits.ts'
import { CONSENT } from '#shared/domain/messages.ts'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { linkLook } from '#web/ui/button.ts'
import { SplitPage } from '#web/ui/split-page.tsx'
import textStyles from '#web/ui/text.module.css'
import styles from './rules-screen.module.css'

/** The rules of the Hall and of reports. */
export default function RulesScreen() {
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  return (
    <SplitPage
      heading="What the Hall takes"
      title="Rules"
      lead="Everybody sees, shares and votes on what is in the Hall of Fame. These rules hold for all of it."
    >
      <h2 className={textStyles['heading']}>It takes</h2>
      <ul className={styles['points']}>
        <li>a card of yourself, or of somebody who has agreed to be in it,</li>
        <li>of people who are 18 or older,</li>
        <li>under a nickname that anybody may read.</li>
      </ul>
      <p>{CONSENT} This holds for programs that save cards, too.</p>
      <h2 className={textStyles['heading']}>It does not take</h2>
      <ul className={styles['points']}>
        <li>anybody who has not agreed, or is made to look like somebody else,</li>
        <li>children,</li>
        <li>nudity,</li>
        <li>hate,</li>
        <li>advertising, and anything else that is no card.</li>
      </ul>
      {config.data?.reviewsFaceless ? (
        <p>A card in whose photo no face is found is not in the Hall before a moderator has seen it.</p>
      ) : null}
      <h2 className={textStyles['heading']}>Reports</h2>
      <p>
        Every card has a <i>Report</i> link. A moderator decides on every report within {REPORT_DECISION_HOURS} hours.
      </p>
      <ul className={styles['points']}>
        <li>
          One report of a child or of nudity hides a card at once; a card with {ESTABLISHED_CARD.votes} votes or{' '}
          {ESTABLISHED_CARD.days} days of age takes two.
        </li>
        <li>Other reports hide it when they come from {REPORTERS_TO_HIDE} different networks.</li>
        <li>Hidden, only its maker sees it, and is told. It comes back when it breaks no rule.</li>
        <li>
          Removed, it is gone for good: its page, its votes and its pictures. Its picture cannot be published again.
        </li>
      </ul>
      <p>
        Are we wrong, or are you in a card that you have not agreed to?{' '}
        <Link className={linkLook} to="/contact">
          Write to us
        </Link>
        .
      </p>
      <p className={styles['links']}>
        <Link className={linkLook} to="/hall-of-fame">
          Hall of Fame
        </Link>
        <Link className={linkLook} to="/privacy-policy">
          Privacy
        </Link>
      </p>
    </SplitPage>
  )
}
