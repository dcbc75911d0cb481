import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ESTABLISHED_CARD, REPORT_DECISION_HOURS, REPORTERS_TO_HIDE } from '#shared/domain/limits.ts'
import { CONSENT } from '#shared/domain/card-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
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
      heading={LABELS.hallRules}
      title="Rules"
      lead="Everyone can see, share and vote on the cards in the Hall of Fame."
    >
      <h2 className={textStyles['heading']}>Post</h2>
      <ul className={styles['points']}>
        <li>cards of yourself, or of someone who said yes</li>
        <li>adults only (18 or older)</li>
        <li>a nickname fit for everyone</li>
      </ul>
      <p>{CONSENT} This also applies to programs that save cards.</p>
      <h2 className={textStyles['heading']}>Don't post</h2>
      <ul className={styles['points']}>
        <li>people who didn't agree, or fakes of someone else</li>
        <li>minors</li>
        <li>nudity</li>
        <li>hate</li>
        <li>ads, or anything that isn't a card</li>
      </ul>
      <p>
        {config.data?.reviewsFaceless
          ? "If we don't find a face in the photo, a moderator checks the card before it goes in the Hall."
          : "If we don't find a face in the photo, you can share the card's link, but not save it to the Hall."}
      </p>
      <h2 className={textStyles['heading']}>Reports</h2>
      <p>
        Every card has a <i>Report</i> link. A moderator reviews every report within {REPORT_DECISION_HOURS} hours.
      </p>
      <ul className={styles['points']}>
        <li>
          One report of a minor or nudity hides a card right away. A card with {ESTABLISHED_CARD.votes} votes, or one
          that is {ESTABLISHED_CARD.days} days old, takes two.
        </li>
        <li>Other reports hide it when they come from {REPORTERS_TO_HIDE} different networks.</li>
        <li>
          While a card is hidden, only its maker can see it, and we tell them. If it breaks no rule, it comes back.
        </li>
        <li>
          Removed cards are permanently deleted, with their page, votes and images. The same image can't be posted
          again.
        </li>
      </ul>
      <p>
        Think we got it wrong, or are you in a card you didn't agree to?{' '}
        <Link className={linkLook} to="/contact">
          Contact us
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
