import { PASSWORD, type TokenAnswer } from '../../support/auth.ts'
import {
  app,
  asked,
  bearer,
  canSignIn,
  kept,
  known,
  mailsTo,
  member,
  NEW_PASSWORD,
  type Person,
  post,
  signIn,
  stranger,
  submit,
} from './account-world.ts'
import { type AnyPath, type Answered, aPath, isStatus } from './write-path.ts'

/** Whose token is refused asks for another one with the session, and is signed out when there is none. */
const renewed =
  (act: (person: Person) => Promise<Response>) =>
  async (person: Person, { status }: Answered): Promise<Response> => {
    if (status !== 401) return act(person)
    const refreshed = await post('/refresh', { refresh_token: person.tokens!.refresh_token }, person)
    return refreshed.status === 200 ? act({ ...person, tokens: await refreshed.json<TokenAnswer>() }) : refreshed
  }
/** Signed out is what was asked for. */
const isSignedOut = ({ status }: Answered, nth: number): boolean => status === 200 || (status === 401 && nth > 0)

/** Somebody whose mail did not come asks for it, signed in: the mail is the only thing that may be missing. */
async function signedUp(person: Person) {
  const tokens = await asked<TokenAnswer>(signIn(person, PASSWORD))
  if ((await mailsTo(person)) === 0)
    await (await post('/email/verify/send', {}, person, bearer({ ...person, tokens }))).arrayBuffer()
  // Of the mail that could not be sent its link remains, beside the one that came.
  const { links, ...others }: Record<string, unknown> = await known(person)
  return { ...others, hasLink: Number(links) > 0, isAskedToConfirm: (await mailsTo(person)) > 0 }
}

const signOutEverywhere = (person: Person) => post('/account/signout', { password: PASSWORD }, person, bearer(person))
const removeAccount = (person: Person) => post('/account/remove', { password: PASSWORD }, person, bearer(person))
const deleteAccount = (person: Person) =>
  app.send('/api/auth/account', { method: 'DELETE', headers: { ...bearer(person), 'cf-connecting-ip': person.ip } })

export const ACCOUNT_PATHS: readonly AnyPath[] = [
  aPath<Person>({
    route: 'POST /api/auth/signup',
    what: 'making an account',
    world: stranger,
    act: (person) => post('/signup', { email: person.email, password: PASSWORD }, person),
    // Who is told that the account is there signs in to it.
    again: (person, { code }) =>
      code === 'EMAIL_ALREADY_EXISTS'
        ? signIn(person, PASSWORD)
        : post('/signup', { email: person.email, password: PASSWORD }, person),
    isDone: isStatus(200),
    effect: signedUp,
    says: ['EMAIL_ALREADY_EXISTS'],
  }),
  aPath<Person>({
    route: 'POST /auth/signup',
    what: 'making an account at the page',
    world: stranger,
    act: (person) => submit('/auth/signup', { email: person.email, password: PASSWORD }, person),
    again: (person, { status }) =>
      submit(status === 409 ? '/auth/signin' : '/auth/signup', { email: person.email, password: PASSWORD }, person),
    isDone: isStatus(303),
    effect: signedUp,
    says: ['EMAIL_ALREADY_EXISTS'],
  }),
  aPath<Person>({
    route: 'POST /api/auth/signin/email',
    what: 'signing in',
    world: member,
    act: (person) => signIn(person, PASSWORD),
    isDone: isStatus(200),
    effect: known,
  }),
  aPath<Person>({
    route: 'POST /auth/signin',
    what: 'signing in at the page',
    world: member,
    act: (person) => submit('/auth/signin', { email: person.email, password: PASSWORD }, person),
    isDone: isStatus(303),
    effect: known,
  }),
  aPath<Person>({
    route: 'POST /api/auth/refresh',
    what: 'refreshing a session',
    world: member,
    act: (person) => post('/refresh', { refresh_token: person.tokens!.refresh_token }, person),
    isDone: isStatus(200),
    // A token that is sent again goes on for seconds: then the answer was lost.
    waitMs: 2000,
    effect: async (person) => {
      const again = post('/refresh', { refresh_token: person.tokens!.refresh_token }, person)
      return { ...(await kept(person)), goesOn: (await again).status }
    },
  }),
  aPath<Person>({
    route: 'POST /api/auth/signout',
    what: 'signing out',
    world: member,
    act: (person) => post('/signout', { refresh_token: person.tokens!.refresh_token }, person),
    isDone: isStatus(200),
    effect: kept,
  }),
  aPath<Person>({
    route: 'POST /api/auth/account/signout',
    what: 'signing out everywhere',
    world: member,
    act: signOutEverywhere,
    again: renewed(signOutEverywhere),
    isDone: isSignedOut,
    effect: kept,
  }),
  aPath<Person>({
    route: 'PATCH /api/auth/me',
    what: 'changing one’s name',
    world: member,
    act: (person) =>
      app.send('/api/auth/me', {
        method: 'PATCH',
        headers: { ...bearer(person), 'cf-connecting-ip': person.ip, 'content-type': 'application/json' },
        body: JSON.stringify({ displayName: 'Ann' }),
      }),
    isDone: isStatus(200),
    effect: kept,
  }),
  aPath<Person>({
    route: 'POST /api/auth/password/change',
    what: 'changing one’s password',
    world: member,
    act: (person) =>
      post('/password/change', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }, person, bearer(person)),
    isDone: isStatus(200),
    effect: async (person) => ({
      ...(await kept(person)),
      old: await canSignIn(person, PASSWORD),
      new: await canSignIn(person, NEW_PASSWORD),
    }),
  }),
  aPath<Person>({
    route: 'DELETE /api/auth/account',
    what: 'removing an account',
    world: member,
    act: deleteAccount,
    again: renewed(deleteAccount),
    isDone: isSignedOut,
    effect: kept,
  }),
  aPath<Person>({
    route: 'POST /api/auth/account/remove',
    what: 'removing an account at its page',
    world: member,
    act: removeAccount,
    again: renewed(removeAccount),
    isDone: isSignedOut,
    effect: kept,
  }),
]
