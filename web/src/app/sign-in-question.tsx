import { useSyncExternalStore } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'
import { lateSheet } from '#web/ui/late-sheet.tsx'

const QuestionSheet = lateSheet(() => import('./sign-in-question-sheet.tsx'))

/** Asks before a link signs the visitor in (login CSRF). Closing the sheet means no. */
export function SignInQuestion() {
  const { account } = usePlatform()
  const question = useSyncExternalStore(account.subscribe, account.question, () => null)
  if (question === null) return null
  return <QuestionSheet open question={question} onClose={() => void question.answer(false)} />
}
