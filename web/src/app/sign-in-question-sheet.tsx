import { SIGN_IN_QUESTION } from '#shared/domain/sign-in-words.ts'
import { announceSignIn } from '#web/data/say-signed-in.ts'
import type { SignInQuestion } from '#web/lib/account.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { toast } from '#web/ui/toast.ts'

type QuestionSheetProps = { question: SignInQuestion; open: boolean; onClose: () => void }

/** Says which account a link signs in to, if known, and what that means. */
export default function SignInQuestionSheet({ question, open, onClose }: QuestionSheetProps) {
  const { account } = usePlatform()
  const { title, as, unknown, warning, yes, no } = SIGN_IN_QUESTION
  const signIn = () => {
    announceSignIn(account, account.email())
    question.answer(true).catch((thrown: unknown) => toast.error(getMessage(thrown)))
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      kind="dialog"
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            {no}
          </button>
          <button type="button" className={buttonLook('primary')} onClick={signIn}>
            {yes}
          </button>
        </>
      }
    >
      <p>{question.email === null ? unknown : as(question.email)}</p>
      <p>{warning}</p>
    </Sheet>
  )
}
