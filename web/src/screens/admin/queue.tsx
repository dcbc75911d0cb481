import type { AdminQueueView, HeldRemoval, RefusedPicture, ReportedCard } from '#shared/contracts/admin-view.ts'
import { displayName } from '#shared/domain/card.ts'
import { SCHEDULE_MINUTES, UNDO_SECONDS } from '#shared/domain/limits.ts'
import { HOUR_MS } from '#shared/time.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import formStyles from '#web/ui/form-page.module.css'
import { Notice, noticeLook } from '#web/ui/notice.tsx'
import { SplitPage } from '#web/ui/split-page.tsx'
import textStyles from '#web/ui/text.module.css'
import { FormToken } from './form-token.tsx'
import { Reasons } from './reasons.tsx'
import { UtcTime } from './utc-time.tsx'
import styles from './reports.module.css'

/** Every card that needs a decision, earliest deadline first. */
export const Queue = ({ queue, held, refused, email, formToken, now }: AdminQueueView) => (
  <SplitPage
    heading="Reports"
    lead={`${queue.length === 0 ? 'Nothing waiting.' : `${queue.length} waiting.`} Each is decided within 48 hours of the first report.`}
    aside={
      <>
        <p className={formStyles['links']}>
          <a className={linkLook} href="/admin/analytics">
            Analytics
          </a>
          <a className={linkLook} href="/admin/messages">
            Messages
          </a>
        </p>
        <form className={styles['leave']} method="post" action="/admin/leave">
          <FormToken value={formToken} />
          <p className={classes(textStyles['small'], textStyles['mute'])}>{email}</p>
          <button className={buttonLook()} type="submit">
            Sign out
          </button>
        </form>
      </>
    }
  >
    {held.map((removal) => (
      <Held key={removal.card} removal={removal} formToken={formToken} />
    ))}
    {queue.length === 0 ? <Notice kind="good">No reported cards.</Notice> : null}
    {queue.map((entry) => (
      <Entry key={entry.card.id} entry={entry} formToken={formToken} now={now} />
    ))}
    {refused.length === 0 ? null : <Refused refused={refused} formToken={formToken} />}
  </SplitPage>
)

type EntryProps = { entry: ReportedCard; formToken: string; now: number }

function Entry({ entry, formToken, now }: EntryProps) {
  const { card, waiting, reasons, said, reporters, firstAt, dueAt } = entry
  const name = displayName(card.playerName)
  const reports = reporters === 0 ? '' : reporters === 1 ? '1 report' : `${reporters} reports`
  const headingId = `c-${card.id}`
  return (
    <article className={styles['entry']} aria-labelledby={headingId}>
      <a href={`/admin/picture/${card.id}`} target="_blank" rel="noopener">
        <img
          src={`/admin/picture/${card.id}`}
          alt={`The reported card of ${name}, large in a new tab`}
          width="200"
          height="280"
          loading="lazy"
        />
      </a>
      <div>
        <h2 className={textStyles['heading']} id={headingId}>
          <bdi>{name}</bdi>
        </h2>
        <p>
          <DueIn ms={Date.parse(dueAt) - now} /> · {card.hidden ? 'hidden now' : `still ${card.visibility}`}
        </p>
        <p>
          {waiting ? 'No face found in the photo; needs review before it enters the Hall' : ''}
          {waiting && reporters > 0 ? '; ' : ''}
          {reports}, since <UtcTime at={firstAt} />
        </p>
        <Reasons reasons={reasons} said={said} />
        <form method="post" action={`/admin/cards/${card.id}`}>
          <FormToken value={formToken} />
          <button className={buttonLook()} type="submit" name="decision" value="restore">
            {waiting ? 'Show it in the Hall' : 'Keep it'}
          </button>
          <button className={buttonLook('danger')} type="submit" name="decision" value="remove">
            Remove it...
          </button>
        </form>
      </div>
    </article>
  )
}

function DueIn({ ms }: { ms: number }) {
  const hours = Math.floor(Math.abs(ms) / HOUR_MS)
  const span = hours === 1 ? '1 hour' : `${hours} hours`
  return ms >= 0 ? <strong>Due in {span}</strong> : <strong className={styles['late']}>Overdue by {span}</strong>
}

/** A removal that can still be undone. */
const Held = ({ removal: { card, name }, formToken }: { removal: HeldRemoval; formToken: string }) => (
  <form className={noticeLook('good', styles['held'])} method="post" action={`/admin/cards/${card}/undo`}>
    <FormToken value={formToken} />
    <output>
      <bdi>{name}</bdi> was removed. Only its maker can see it now. You can undo this for {UNDO_SECONDS} seconds. Then,
      within {SCHEDULE_MINUTES} minutes, it is permanently deleted, even if you close this page.
    </output>
    <button className={buttonLook()} type="submit" aria-label={`Undo: bring ${name} back`}>
      Undo
    </button>
  </form>
)

/** Removed pictures, which an admin may allow again. */
const Refused = ({ refused, formToken }: { refused: readonly RefusedPicture[]; formToken: string }) => (
  <section className={styles['refused']} aria-labelledby="refused">
    <h2 className={textStyles['heading']} id="refused">
      Refused pictures
    </h2>
    <p className={textStyles['mute']}>The pictures of these removed cards can't be published again.</p>
    <ul>
      {refused.map(({ card, refusedAt }) => (
        <li key={card}>
          <form className={styles['leave']} method="post" action={`/admin/refused/${card}`}>
            <FormToken value={formToken} />
            <p className={textStyles['small']}>
              <code>{card}</code>, removed <UtcTime at={refusedAt} />
            </p>
            <button className={buttonLook()} type="submit">
              Allow it again
            </button>
          </form>
        </li>
      ))}
    </ul>
  </section>
)
