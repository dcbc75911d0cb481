import { statsOf } from '#shared/domain/stats.ts'
import { as, PROJECT } from '../../../support/backend.ts'
import { PASSWORD } from '../../../support/auth.ts'
import { idOf, ORIGIN } from '../../../support/app.ts'
import { portraitBytes } from '../../../support/portrait.ts'
import { FINISHED, hostJob, newJob } from '../../../worker/edge/hosted-job.ts'
import type { BodyCall, BodyCalls, Fields } from './call.ts'
import type { World } from './world.ts'

const STATS = { strength: 61, agility: 62, touchdownPower: 63, leadership: 64, accuracy: 65 }

/** A card that waits to be shared or saved, by its maker. */
const ofOwn =
  (visibility: 'draft' | 'public', end: string, good: (imageUrl: string) => Fields = () => ({})) =>
  async ({ card }: World) => {
    const { id, imageUrl, headers } = await card(visibility)
    return { path: `/api/cards${end === '' ? '' : `/${id}${end.replace('.', '')}`}`, headers, good: good(imageUrl) }
  }

/** A generation of a visitor, whose steps are played. */
async function generation(state: 'ready' | 'drawing', { visitor }: World) {
  const cookie = await (await visitor()).arrive()
  const job = newJob(idOf(cookie))
  const card = { imageUrl: FINISHED.imageUrl, stats: statsOf(() => 50), version: 1 }
  await hostJob(
    { ...job, state, ...(state === 'ready' && { card, made: FINISHED.made, artUrl: FINISHED.imageUrl, photo: null }) },
    {},
  )
  return { id: job.id, headers: { cookie } }
}

const CARDS: BodyCalls = {
  'POST /api/cards': {
    kind: 'json',
    once: true,
    make: ofOwn('draft', '', (imageUrl) => ({
      playerName: 'Ace',
      jerseyNumber: '12',
      teamColors: 'Green Bay Packers',
      imageUrl,
      stats: STATS,
    })),
    also: [403, 409],
  },
  'POST /api/cards/keep': {
    kind: 'none',
    make: async (world) => {
      const [{ headers }, { headers: cookie }] = [await world.person(), await world.card('public')]
      return { path: '/api/cards/keep', headers: { ...headers, ...cookie }, good: {} }
    },
  },
  // The name that it has. With another it would be drawn again, of art that is not there.
  'PATCH /api/cards/:id': { kind: 'json', make: ofOwn('public', '.', () => ({ playerName: 'Ace' })), also: [409] },
  'DELETE /api/cards/:id': { kind: 'none', once: true, make: ofOwn('public', '.') },
  'POST /api/cards/:id/unpublish': { kind: 'none', once: true, make: ofOwn('public', '/unpublish') },
  'POST /api/cards/:id/share': { kind: 'none', once: true, make: ofOwn('draft', '/share') },
  'POST /api/cards/:id/votes': { kind: 'json', once: true, make: ofOwn('public', '/votes', () => ({ votes: 1 })) },
  'POST /api/cards/:id/reports': {
    kind: 'json',
    make: ofOwn('public', '/reports', () => ({ reason: 'hate', detail: 'Look' })),
  },
  'POST /api/reports/:id': {
    kind: 'json',
    once: true,
    make: async (world) => {
      const { id } = await world.card('public')
      await world.ask(`/api/cards/${id}/reports`, { reason: 'minor' })
      return { path: `/api/reports/${id}`, headers: as.service(), good: { decision: 'restore' } }
    },
  },
  'POST /api/generations': {
    kind: 'multipart',
    once: true,
    make: async ({ visitor }) => ({
      path: '/api/generations',
      headers: { cookie: await (await visitor()).arrive() },
      good: {
        nickname: 'Ace',
        number: '12',
        team: 'Green Bay Packers',
        armor: 'duck',
        photo: new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' }),
      },
    }),
    also: [404, 409],
  },
  'POST /api/generations/:id/cancel': {
    kind: 'none',
    make: async (world) => {
      const { id, headers } = await generation('drawing', world)
      return { path: `/api/generations/${id}/cancel`, headers, good: {} }
    },
  },
  'POST /api/generations/:id/stats': {
    kind: 'json',
    make: async (world) => {
      const { id, headers } = await generation('ready', world)
      return { path: `/api/generations/${id}/stats`, headers, good: { stats: STATS } }
    },
  },
  'POST /functions/v1/contact-submit': {
    kind: 'json',
    once: true,
    make: async ({ visitor }) => ({
      path: '/functions/v1/contact-submit',
      headers: { ...as.public(), cookie: await (await visitor()).arrive() },
      good: { name: 'Ann', email: 'ann@example.com', message: 'Hello', website: '' },
    }),
  },
}

const OWN_PAGE = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
const form = (make: BodyCall['make'], more: Partial<BodyCall> = {}): BodyCall => ({
  kind: 'form',
  make: async (world) => {
    const sent = await make(world)
    return { ...sent, headers: { ...OWN_PAGE, ...sent.headers } }
  },
  ...more,
})

const SIGN_IN = new URLSearchParams({ project_id: PROJECT, redirect_url: `${ORIGIN}/account` }).toString()
const signIn = (view: string, good: (world: World) => Promise<Fields>, more: Partial<BodyCall> = {}) => ({
  [`POST /auth/${view}`]: form(async (world) => ({ path: `/auth/${view}?${SIGN_IN}`, good: await good(world) }), {
    also: [401],
    ...more,
  }),
})
const NEW_PASSWORD = 'another battery staple'

/** Two of ten where whatever a field says is answered alike: only what is no form is refused. */
const PAGES: BodyCalls = {
  ...signIn('signin', async ({ person }) => ({ email: (await person()).email, password: PASSWORD })),
  ...signIn('signup', async ({ newId }) => ({ email: `${newId()}@example.com`, password: PASSWORD }), {
    once: true,
    also: [409],
  }),
  ...signIn('magic', async ({ person }) => ({ email: (await person()).email })),
  ...signIn('forgot', async ({ person }) => ({ email: (await person()).email })),
  ...signIn(
    'reset',
    async ({ person, token }) => ({
      token: await token('password/reset', (await person()).email),
      password: NEW_PASSWORD,
    }),
    { once: true },
  ),
  ...signIn(
    'verify',
    async ({ person, token }) => ({ token: await token('email/verify', (await person()).email), password: PASSWORD }),
    { once: true },
  ),
  ...signIn('enter', async ({ person, token }) => ({ token: await token('signin/magic', (await person()).email) }), {
    once: true,
  }),
  'POST /auth/view/:view': form(() => ({ path: `/auth/view/signup?${SIGN_IN}`, good: { email: 'ann@example.com' } }), {
    refuses: 2,
  }),
  'POST /auth/callback/:provider': form(
    async ({ send, identity }) => {
      const begun = await send(`/auth?${SIGN_IN}&provider=google`, { redirect: 'manual' })
      const said = identity.agree(begun.headers.get('location')!)
      const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!
      return { path: '/auth/callback/google', headers: { cookie }, good: Object.fromEntries(said) }
    },
    { once: true, also: [408], refuses: 2 },
  ),
  'POST /admin/link': form(() => ({ path: '/admin/link', good: { email: 'boss@example.com' } }), { refuses: 2 }),
  'POST /admin/enter': form(async (world) => ({ path: '/admin/enter', good: { token: await world.adminLink() } }), {
    once: true,
  }),
  'POST /admin/refused/:card': form(
    async (world) => {
      const { form, headers, card } = await world.admin()
      return { path: `/admin/refused/${card}`, headers, good: { form } }
    },
    { also: [403], refuses: 2 },
  ),
  'POST /admin/cards/:id': form(
    async (world) => {
      const { form, headers, card } = await world.admin()
      return { path: `/admin/cards/${card}`, headers, good: { form, decision: 'restore' } }
    },
    { also: [403], once: true, refuses: 2 },
  ),
  'POST /admin/cards/:id/undo': form(
    async (world) => {
      const { form, headers, card } = await world.admin()
      const body = new URLSearchParams({ form, decision: 'remove', sure: 'yes' })
      await world.send(`/admin/cards/${card}`, { method: 'POST', body, headers })
      return { path: `/admin/cards/${card}/undo`, headers, good: { form } }
    },
    { also: [403], once: true, refuses: 2 },
  ),
  'POST /admin/leave': form(
    async (world) => {
      const { form, headers } = await world.admin()
      return { path: '/admin/leave', headers, good: { form } }
    },
    { also: [403], once: true, refuses: 2 },
  ),
  'POST /card/:id/vote': form(
    async ({ card }) => {
      const { id, headers } = await card('public')
      return { path: `/card/${id}/vote`, headers, good: { votes: '1' } }
    },
    { once: true },
  ),
  'POST /contact': form(
    async ({ visitor }) => ({
      path: '/contact',
      headers: { cookie: await (await visitor()).arrive() },
      good: { topic: 'rights', name: 'Ann', email: 'ann@example.com', message: 'Hello', website: '' },
    }),
    { once: true },
  ),
}

/** The calls of the product, and the forms of its pages. */
export const PRODUCT_CALLS: BodyCalls = { ...CARDS, ...PAGES }
