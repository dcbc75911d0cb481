import type { ComponentType, ReactNode } from 'react'
import type { AuthForm as FormName, AuthFormView } from '#shared/contracts/auth-view.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import formStyles from '#web/ui/form-page.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SplitPage } from '#web/ui/split-page.tsx'
import { CurrentPasswordField, EmailField, FAULT_ID, NewPasswordField } from './fields.tsx'
import styles from './auth-screen.module.css'

const FORM_ID = 'form'

/** One view of the sign-in page: its error, its form, and links to other views. */
export function AuthForm(view: AuthFormView) {
  const { title, lead, Body } = FORMS[view.form]
  const { fault } = view
  return (
    <>
      <title>{`${title} | Fantasy Football Cards`}</title>
      <SplitPage heading={title} lead={isLinkInvalid(view) ? 'This link has expired or was already used.' : lead}>
        {fault === null ? null : (
          <Notice kind="bad" id={FAULT_ID} isFocused hint={fault.hint}>
            {fault.message}
          </Notice>
        )}
        <Body {...view} />
      </SplitPage>
    </>
  )
}

const isLinkInvalid = ({ fault }: AuthFormView): boolean =>
  fault?.code === 'MAGIC_LINK_EXPIRED' || fault?.code === 'VERIFICATION_FAILED'

const FORMS: Readonly<Record<FormName, { title: string; lead: string; Body: ComponentType<AuthFormView> }>> = {
  signin: {
    title: 'Sign in',
    lead: "Your cards on every device. You don't need an account to make or share cards.",
    Body: (view) => (
      <>
        <Form {...view} submit="Sign in">
          <EmailField {...view} />
          <CurrentPasswordField {...view} />
        </Form>
        <OtherWays {...view} />
        <p className={formStyles['links']}>
          <Switch to="signup" {...view}>
            Create an account
          </Switch>
          <Switch to="forgot" {...view}>
            Forgot password
          </Switch>
        </p>
      </>
    ),
  },
  signup: {
    title: 'Create an account',
    lead: 'Just an email and a password. Delete it anytime.',
    Body: (view) => (
      <>
        <Form {...view} submit="Create an account">
          <EmailField {...view} />
          <NewPasswordField {...view} />
        </Form>
        <OtherWays {...view} />
        <p className={formStyles['links']}>
          <Switch to="signin" {...view}>
            Sign in instead
          </Switch>
        </p>
      </>
    ),
  },
  magic: {
    title: 'Sign in by email',
    lead: "We'll email you a sign-in link. It works once and expires in 15 minutes.",
    Body: (view) => (
      <>
        <Form {...view} submit="Email me a link">
          <EmailField {...view} />
        </Form>
        <p className={formStyles['links']}>
          <Switch to="signin" {...view}>
            Use a password
          </Switch>
        </p>
      </>
    ),
  },
  forgot: {
    title: 'Forgot password',
    lead: "We'll email you a link to choose a new one. It works once and expires in an hour.",
    Body: (view) => (
      <>
        <Form {...view} submit="Email me a link">
          <EmailField {...view} />
        </Form>
        <p className={formStyles['links']}>
          <Switch to="signin" {...view}>
            Back to sign in
          </Switch>
        </p>
      </>
    ),
  },
  reset: {
    title: 'Choose a password',
    lead: 'This signs you out everywhere.',
    Body: (view) => (
      <>
        {isLinkInvalid(view) ? null : (
          <Form {...view} submit="Save password">
            <Owner {...view}>For</Owner>
            <TokenField {...view} />
            <NewPasswordField {...view} />
          </Form>
        )}
        <p className={formStyles['links']}>
          <a className={linkLook} href={getPath('forgot', view)}>
            Email me a new link
          </a>
        </p>
      </>
    ),
  },
  verify: {
    title: 'Confirm your email',
    lead: 'Your password shows that you created the account. If someone else did, sign in by email instead to make it yours.',
    Body: (view) => (
      <>
        {isLinkInvalid(view) ? (
          <p>Sign in by email instead. That also confirms your address.</p>
        ) : (
          <Form {...view} submit="Confirm">
            <Owner {...view}>Account of</Owner>
            <TokenField {...view} />
            <CurrentPasswordField {...view} />
          </Form>
        )}
        <p className={formStyles['links']}>
          <a className={linkLook} href={getPath('magic', view)}>
            Sign in by email
          </a>
        </p>
      </>
    ),
  },
  enter: {
    title: 'Sign in',
    lead: 'You followed the link in your email.',
    Body: (view) => (
      <>
        {isLinkInvalid(view) ? (
          <a className={buttonLook('primary', 'full')} href={getPath('magic', view)}>
            Email me a new link
          </a>
        ) : (
          <Form {...view} submit="Sign in">
            <Owner {...view}>Sign in as</Owner>
            <TokenField {...view} />
          </Form>
        )}
        <p className={formStyles['links']}>
          <a className={linkLook} href={getPath('signin', view)}>
            Sign in another way
          </a>
        </p>
      </>
    ),
  },
}

const getPath = (form: FormName, { query }: AuthFormView) => `/auth?${form === 'signin' ? '' : `view=${form}&`}${query}`

const Form = ({ form, query, submit, children }: AuthFormView & { submit: string; children: ReactNode }) => (
  <form className={formStyles['form']} method="post" action={`/auth/${form}?${query}`} id={FORM_ID}>
    {children}
    <button className={buttonLook('primary', 'full')} type="submit">
      {submit}
    </button>
  </form>
)

type SwitchProps = AuthFormView & { to: FormName; look?: string | undefined; children: ReactNode }

/** Posts the form to another view, which keeps the typed email. Skips validation. */
const Switch = ({ to, query, look = linkLook, children }: SwitchProps) => (
  <button className={look} type="submit" form={FORM_ID} formAction={`/auth/view/${to}?${query}`} formNoValidate>
    {children}
  </button>
)

const OtherWays = (view: AuthFormView) => (
  <>
    <p className={formStyles['or']}>or</p>
    <div className={styles['providers']}>
      {view.providers.map(({ name, label }) => (
        <a key={name} className={buttonLook('full')} href={`/auth?provider=${name}&${view.query}`}>
          Continue with {label}
        </a>
      ))}
      <Switch to="magic" look={buttonLook('full')} {...view}>
        Get a link by email
      </Switch>
    </div>
  </>
)

const TokenField = ({ token }: AuthFormView) => <input type="hidden" name="token" value={token} />

/** Names the account of an emailed link. */
const Owner = ({ owner, children }: AuthFormView & { children: ReactNode }) =>
  owner === null ? null : (
    <p className={styles['owner']}>
      {children} <b>{owner}</b>
    </p>
  )
