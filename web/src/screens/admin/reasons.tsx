import type { ReportedCard } from '#shared/contracts/admin-view.ts'
import type { ReportReason } from '#shared/contracts/reports.ts'
import { classes } from '#web/ui/classes.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './reports.module.css'

const REASONS: Readonly<Record<ReportReason, { label: string; rule: string }>> = {
  'not-me-or-no-consent': { label: 'Not me, or no consent', rule: 'Nobody who has not agreed to be in it.' },
  nudity: { label: 'Nudity', rule: 'No nudity.' },
  hate: { label: 'Hate', rule: 'No hate.' },
  minor: { label: 'A child', rule: 'Nobody younger than 18.' },
  impersonation: { label: 'Impersonation', rule: 'Nobody made to look like somebody else.' },
  'spam-or-other': { label: 'Spam or other', rule: 'No advertising, and nothing that is no card.' },
}

/** Each reason with the rule of `/rules` that it goes by, and what reporters wrote. */
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
              // Two reporters may write the same.
              // oxlint-disable-next-line react/no-array-index-key
              <dd key={index}>
                <bdi>{detail}</bdi>
              </dd>
            ))}
        </div>
      ))}
    </dl>
  )
