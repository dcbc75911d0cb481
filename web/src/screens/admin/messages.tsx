import type { AdminMessagesView } from '#shared/contracts/admin-view.ts'
import { linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import formStyles from '#web/ui/form-page.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SplitPage } from '#web/ui/split-page.tsx'
import textStyles from '#web/ui/text.module.css'
import { UtcTime } from './utc-time.tsx'
import styles from './reports.module.css'

const QUIET = classes(textStyles['small'], textStyles['mute'])

/** Messages with the honeypot filled in: mostly spam, but some come from autofill. */
export const Messages = ({ messages }: AdminMessagesView) => (
  <SplitPage
    heading="Caught by the spam trap"
    lead="These messages had the hidden field filled in, so we didn't email them. Most are spam; reply to the ones that aren't."
  >
    <p className={formStyles['links']}>
      <a className={linkLook} href="/admin">
        Reports
      </a>
    </p>
    {messages.length === 0 ? <Notice kind="good">The spam trap is empty.</Notice> : null}
    <ul className={styles['messages']}>
      {messages.map(({ id, name, email, message, website, createdAt }) => (
        <li key={id}>
          <article aria-labelledby={`m-${id}`}>
            <h2 className={textStyles['heading']} id={`m-${id}`}>
              <bdi>{name === '' ? 'No name' : name}</bdi>
            </h2>
            <p className={QUIET}>
              <bdi>{email}</bdi>, <UtcTime at={createdAt} />
            </p>
            <p>
              <bdi>{message}</bdi>
            </p>
            <p className={QUIET}>
              Hidden field: <bdi>{website}</bdi>
            </p>
          </article>
        </li>
      ))}
    </ul>
  </SplitPage>
)
