import { PASSWORD } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import {
  bearer,
  canSignIn,
  kept,
  known,
  type Linked,
  mailsTo,
  member,
  NEW_PASSWORD,
  type Person,
  post,
  submit,
  withLink,
} from './account-world.ts'
import { type AnyPath, aPath, isStatus } from './write-path.ts'

/** What is asked for and done by links that come by mail. */
export const LINK_PATHS: readonly AnyPath[] = [
  ...(['/password/reset', '/signin/magic'] as const).map((path) =>
    aPath<Person>({
      route: `POST /api/auth${path}`,
      what: `asking for a mail by ${path}`,
      world: member,
      act: (person) => post(path, { email: person.email }, person),
      // Who gets no mail asks again; what is done after the answer tells of no failure.
      again: (person) => post(path, { email: person.email }, person),
      isDone: isStatus(200),
      effect: async (person) => {
        const before = await mailsTo(person)
        if (before < 2) await (await post(path, { email: person.email }, person)).arrayBuffer()
        return { hasMail: (await mailsTo(person)) > 1, hasLink: Number((await kept(person))['links']) > 1 }
      },
    }),
  ),
  ...(['/auth/forgot', '/auth/magic'] as const).map((path) =>
    aPath<Person>({
      route: `POST ${path}`,
      what: `asking for a mail at the page, by ${path}`,
      world: member,
      act: (person) => submit(path, { email: person.email }, person),
      isDone: isStatus(200),
      effect: async (person) => {
        if ((await mailsTo(person)) < 2) await (await submit(path, { email: person.email }, person)).arrayBuffer()
        return { hasMail: (await mailsTo(person)) > 1 }
      },
    }),
  ),
  aPath<Person>({
    route: 'POST /api/auth/email/verify/send',
    what: 'asking for the mail that confirms an address',
    world: member,
    act: (person) => post('/email/verify/send', {}, person, bearer(person)),
    isDone: isStatus(200),
    effect: async (person) => {
      if ((await mailsTo(person)) < 2)
        await (await post('/email/verify/send', {}, person, bearer(person))).arrayBuffer()
      return { hasMail: (await mailsTo(person)) > 1 }
    },
  }),
  ...(['/password/reset', '/signin/magic', '/email/verify'] as const).map((path) =>
    aPath<Person>({
      route: `POST /api/auth${path}/generate`,
      what: `making a link with the service key, by ${path}`,
      world: member,
      act: (person) => post(`${path}/generate`, { email: person.email }, person, as.service()),
      isDone: isStatus(200),
      effect: async (person) => Number((await kept(person))['links']) > 0,
    }),
  ),
  aPath<Linked>({
    route: 'POST /api/auth/password/reset/confirm',
    what: 'choosing a password by a mailed link',
    world: withLink('/password/reset'),
    act: (person) => post('/password/reset/confirm', { token: person.token, password: NEW_PASSWORD }, person),
    isDone: isStatus(200),
    effect: async (person) => ({
      ...(await kept(person)),
      old: await canSignIn(person, PASSWORD),
      new: await canSignIn(person, NEW_PASSWORD),
    }),
  }),
  aPath<Linked>({
    route: 'POST /auth/reset',
    what: 'choosing a password at the page',
    world: withLink('/password/reset'),
    act: (person) => submit('/auth/reset', { token: person.token, password: NEW_PASSWORD }, person),
    isDone: isStatus(200),
    effect: async (person) => ({ ...(await kept(person)), new: await canSignIn(person, NEW_PASSWORD) }),
  }),
  aPath<Linked>({
    route: 'POST /api/auth/email/verify',
    what: 'confirming an address',
    world: withLink('/email/verify'),
    act: (person) => post('/email/verify', { token: person.token, password: PASSWORD }, person),
    isDone: isStatus(200),
    effect: kept,
  }),
  aPath<Linked>({
    route: 'POST /auth/verify',
    what: 'confirming an address at the page',
    world: withLink('/email/verify'),
    act: (person) => submit('/auth/verify', { token: person.token, password: PASSWORD }, person),
    isDone: isStatus(200),
    effect: kept,
  }),
  aPath<Linked>({
    route: 'POST /auth/enter',
    what: 'signing in at the page by a mailed link',
    world: withLink('/signin/magic'),
    act: (person) => submit('/auth/enter', { token: person.token }, person),
    // A link whose session is there and unknown is used up: another one is asked for.
    again: async (person, { status }) => {
      if (status !== 400) return submit('/auth/enter', { token: person.token }, person)
      const answer = await post('/signin/magic/generate', { email: person.email }, person, as.service())
      return submit('/auth/enter', { token: (await answer.json<{ token: string }>()).token }, person)
    },
    isDone: isStatus(303),
    effect: known,
    says: ['MAGIC_LINK_EXPIRED'],
  }),
  aPath<Linked>({
    route: 'POST /api/auth/signin/magic/verify',
    what: 'signing in by a mailed link',
    world: withLink('/signin/magic'),
    act: (person) => post('/signin/magic/verify', { token: person.token }, person),
    isDone: isStatus(200),
    effect: known,
  }),
]
