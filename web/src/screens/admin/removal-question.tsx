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
      lead={`This hides it immediately. You can undo it for ${UNDO_SECONDS} seconds. Then, within ${SCHEDULE_MINUTES} minutes, its page, pictures and votes are permanently deleted, and its picture can't be published again.`}
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
            Remove permanently
          </button>
        </form>
        <a className={buttonLook()} href="/admin">
          Back to the reports
        </a>
      </article>
    </SplitPage>
  )
}
