import { PASSWORD } from '../../../support/auth.ts'
import { as, PROJECT } from '../../../support/backend.ts'
import type { BodyCall, BodyCalls } from './call.ts'

/** The calls of sign-in and accounts. */
export const ACCOUNT_CALLS: BodyCalls = {
  'POST /api/auth/signup': {
    kind: 'json',
    once: true,
    make: ({ newId }) => ({
      path: '/api/auth/signup',
      good: { projectId: PROJECT, email: `${newId()}@example.com`, password: PASSWORD, displayName: 'Ann' },
    }),
    also: [404, 409],
  },
  'POST /api/auth/signin/email': {
    kind: 'json',
    make: async ({ person }) => ({
      path: '/api/auth/signin/email',
      good: { projectId: PROJECT, email: (await person()).email, password: PASSWORD },
    }),
    also: [401, 404],
  },
  'POST /api/auth/refresh': {
    kind: 'json',
    once: true,
    make: async ({ person }) => ({
      path: '/api/auth/refresh',
      good: { refresh_token: (await person()).refresh_token },
    }),
    also: [401],
  },
  'POST /api/auth/signout': {
    kind: 'json',
    once: true,
    make: async ({ person }) => ({
      path: '/api/auth/signout',
      good: { refresh_token: (await person()).refresh_token },
    }),
    also: [401],
  },
  'PATCH /api/auth/me': {
    kind: 'json',
    make: async ({ person }) => ({
      path: '/api/auth/me',
      headers: (await person()).headers,
      good: { displayName: 'Ann', photoURL: 'https://page.example/a.jpg' },
    }),
  },
  'POST /api/auth/introspect': {
    kind: 'none',
    make: async ({ person }) => ({ path: '/api/auth/introspect', headers: (await person()).headers, good: {} }),
  },
  'DELETE /api/auth/account': {
    kind: 'none',
    once: true,
    make: async ({ person }) => ({ path: '/api/auth/account', headers: (await person()).headers, good: {} }),
  },
  ...Object.fromEntries(
    ['signout', 'remove'].map((act) => [
      `POST /api/auth/account/${act}`,
      {
        kind: 'json',
        once: true,
        make: async ({ person }) => ({
          path: `/api/auth/account/${act}`,
          headers: (await person()).headers,
          good: { password: PASSWORD },
        }),
        also: [401],
      } satisfies BodyCall,
    ]),
  ),
  'POST /api/auth/password/change': {
    kind: 'json',
    once: true,
    make: async ({ person }) => ({
      path: '/api/auth/password/change',
      headers: (await person()).headers,
      good: { oldPassword: PASSWORD, newPassword: 'another battery staple' },
    }),
    also: [401],
  },
  'POST /api/auth/password/reset/confirm': {
    kind: 'json',
    once: true,
    make: async ({ person, token }) => ({
      path: '/api/auth/password/reset/confirm',
      good: {
        projectId: PROJECT,
        token: await token('password/reset', (await person()).email),
        password: 'another battery staple',
      },
    }),
    also: [401, 404],
  },
  'POST /api/auth/email/verify': {
    kind: 'json',
    once: true,
    make: async ({ person, token }) => ({
      path: '/api/auth/email/verify',
      good: { projectId: PROJECT, token: await token('email/verify', (await person()).email), password: PASSWORD },
    }),
    also: [401, 404],
  },
  'POST /api/auth/email/verify/send': {
    kind: 'none',
    make: async ({ person }) => ({ path: '/api/auth/email/verify/send', headers: (await person()).headers, good: {} }),
  },
  'POST /api/auth/signin/magic/verify': {
    kind: 'json',
    once: true,
    make: async ({ person, token }) => ({
      path: '/api/auth/signin/magic/verify',
      good: { projectId: PROJECT, token: await token('signin/magic', (await person()).email) },
    }),
    also: [401, 404],
  },
  ...Object.fromEntries(
    ['password/reset', 'signin/magic'].flatMap((kind) =>
      ['', '/generate'].map((end) => [
        `POST /api/auth/${kind}${end}`,
        {
          kind: 'json',
          make: async ({ person }) => ({
            path: `/api/auth/${kind}${end}`,
            headers: end === '' ? {} : as.service(),
            good: { projectId: PROJECT, email: (await person()).email },
          }),
          also: [404],
        } satisfies BodyCall,
      ]),
    ),
  ),
  'POST /api/auth/email/verify/generate': {
    kind: 'json',
    make: async ({ person }) => ({
      path: '/api/auth/email/verify/generate',
      headers: as.service(),
      good: { email: (await person()).email },
    }),
    also: [404],
  },
}
