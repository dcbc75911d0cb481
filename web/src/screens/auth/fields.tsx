import type { AuthFormView } from '#shared/contracts/auth-view.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import textStyles from '#web/ui/text.module.css'
import styles from './auth-screen.module.css'

/** The id of the error notice. */
export const FAULT_ID = 'fault'

type FieldProps = {
  name: string
  label: string
  type: 'email' | 'password'
  autoComplete: string
  value?: string
  isFaulty: boolean
  hint?: string
}

function Field({ name, label, type, autoComplete, value, isFaulty, hint }: FieldProps) {
  const hintId = hint === undefined ? undefined : `${name}-hint`
  return (
    <div>
      <div className={fieldStyles['label']}>
        <label htmlFor={name}>{label}</label>
      </div>
      <div className={classes(fieldStyles['control'], isFaulty && fieldStyles['faulty'])}>
        <input
          className={fieldStyles['input']}
          id={name}
          name={name}
          type={type}
          autoComplete={autoComplete}
          defaultValue={value}
          required
          aria-invalid={isFaulty || undefined}
          aria-describedby={isFaulty ? FAULT_ID : hintId}
          {...(type === 'email' ? { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } : {})}
        />
      </div>
      {hint === undefined ? null : (
        <p className={classes(textStyles['small'], textStyles['mute'], styles['hint'])} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

const isAbout = ({ fault }: AuthFormView, ...codes: readonly string[]) => fault !== null && codes.includes(fault.code)

export const EmailField = (view: AuthFormView) => (
  <Field
    name="email"
    label="Email"
    type="email"
    autoComplete="username"
    value={view.email}
    isFaulty={isAbout(view, 'INVALID_EMAIL', 'INVALID_CREDENTIALS', 'EMAIL_ALREADY_EXISTS')}
  />
)

export const CurrentPasswordField = (view: AuthFormView) => (
  <Field
    name="password"
    label="Password"
    type="password"
    autoComplete="current-password"
    isFaulty={isAbout(view, 'INVALID_CREDENTIALS')}
  />
)

export const NewPasswordField = (view: AuthFormView) => (
  <Field
    name="password"
    label="New password"
    type="password"
    autoComplete="new-password"
    isFaulty={isAbout(view, 'WEAK_PASSWORD')}
    hint={`${view.passwordMinCharacters} characters or more.`}
  />
)
