import { Link } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import { OtherCards } from '#web/card/other-cards.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { EmptyPage } from '#web/ui/empty.tsx'
import textStyles from '#web/ui/text.module.css'

/** The 404 screen. */
export default function NotFoundScreen() {
  return (
    <EmptyPage title="Page not found">
      <p className={textStyles['mute']}>We couldn't find that page.</p>
      <Link className={buttonLook('primary')} to="/">
        {LABELS.generator}
      </Link>
      <OtherCards />
    </EmptyPage>
  )
}
