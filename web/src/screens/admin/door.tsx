import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import formStyles from '#web/ui/form-page.module.css'
import { SplitPage } from '#web/ui/split-page.tsx'

/** The admin sign-in, by an emailed link or with an account. */
export const Door = ({ signInUrl }: { signInUrl: string }) => (
  <SplitPage heading="Admin" lead="For the people who run this site.">
    <form className={formStyles['form']} method="post" action="/admin/link">
      <div>
        <div className={fieldStyles['label']}>
          <label htmlFor="email">Email</label>
        </div>
        <div className={fieldStyles['control']}>
          <input className={fieldStyles['input']} id="email" name="email" type="email" autoComplete="email" required />
        </div>
      </div>
      <button className={buttonLook('primary', 'full')} type="submit">
        Email me a link
      </button>
    </form>
    <p className={formStyles['or']}>or</p>
    <a className={buttonLook('full')} href={signInUrl}>
      Sign in with an account
    </a>
  </SplitPage>
)
