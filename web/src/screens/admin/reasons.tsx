import type { ReportedCard } from '#shared/contracts/admin-view.ts'
import type { ReportReason } from '#shared/contracts/reports.ts'
import { classes } from '#web/ui/classes.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './reports.module.css'

const REASONS: Readonly<Record<ReportReason, { label: string; rule: string }>> = {
  'not-me-or-no-consent': { label: 'Not me, or no consent', rule: 'No one who didn’t agree to be in it.' },
  nudity: { label: 'Nudity', rule: 'No nudity.' },
  hate: { label: 'Hate', rule: 'No hate.' },
  minor: { label: 'A minor', rule: 'No one under 18.' },
  impersonation: { label: 'Impersonation', rule: 'No fakes of someone else.' },
  'spam-or-other': { label: 'Spam or other', rule: 'No ads, and nothing that isn’t a card.' },
}

/** Each reason with its rule from `/rules`, and what reporters wrote. */
export const Reasons = ({ reasons, said }: Pick<ReportedCard, 'reasons' | 'said'>) =>
  reasons.length === 0 ? null : (
    <dl className={styles['reasons']}>
      {reasons.map((reason) => (
        <div key={reason}>
          <dt>
            <strong>{REASONS[reason].label}</strong>{' '}
            <span className={classes(textStyles['small'], textStyles['mute'])}>{REASONS[reason].rule}</span>
          </dt>
          {said
            .filter((one) => one.reason === reason)
            .map(({ detail }, index) => (
              // Two reporters may write the same text.
              // oxlint-disable-next-line react/no-array-index-key
              <dd key={index}>
                <bdi>{detail}</bdi>
              </dd>
            ))}
        </div>
      ))}
    </dl>
  )
