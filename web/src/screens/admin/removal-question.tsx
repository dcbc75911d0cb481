import type { AdminRemovalView } from '#shared/contracts/admin-view.ts'
import { displayName } from '#shared/domain/card.ts'
import { SCHEDULE_MINUTES, UNDO_SECONDS } from '#shared/domain/limits.ts'
import { buttonLook } from '#web/ui/button.ts'
import { SplitPage } from '#web/ui/split-page.tsx'
import textStyles from '#web/ui/text.module.css'
import { FormToken } from './form-token.tsx'
import { Reasons } from './reasons.tsx'
import styles from './reports.module.css'

/** Asks before a card is removed. */
export function RemovalQuestion({ card: { card, reasons, said }, formToken }: AdminRemovalView) {
  const name = displayName(card.playerName)
  return (
    <SplitPage
      heading="Remove this card?"
      lead={`It is hidden at once. For ${UNDO_SECONDS} seconds that can be undone; after them, at most ${SCHEDULE_MINUTES} minutes later, its page, its pictures and its votes are deleted for good, and its picture is refused from then on.`}
    >
      <article className={styles['question']} aria-labelledby="sure">
        <img src={`/admin/picture/${card.id}`} alt={`The reported card of ${name}`} width="300" height="420" />
        <h2 className={textStyles['heading']} id="sure">
          <bdi>{name}</bdi>
        </h2>
        <Reasons reasons={reasons} said={said} />
        <form method="post" action={`/admin/cards/${card.id}`}>
          <FormToken value={formToken} />
          <input type="hidden" name="sure" value="yes" />
          <button className={buttonLook('danger')} type="submit" name="decision" value="remove">
            Remove it for good
          </button>
        </form>
        <a className={buttonLook()} href="/admin">
          Back to the reports
        </a>
      </article>
    </SplitPage>
  )
}
