import { act, fireEvent, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '#web/app/app.tsx'
import { createQueryClient } from '#web/data/query-client.ts'
import { SERVED_STATE_ID } from '#shared/contracts/served-state.ts'
import { takeServedState } from '#web/data/served-state.ts'
import { renderPage, SCREENS } from '#web/entry-server.tsx'
import { aDraw, aDuel, aLeague, aMember, API as LEAGUE, CODE } from './league-support.ts'
import { aCard, aCardPage, CONFIG, createWorld, failure, ORIGIN, type Routes } from './support.tsx'

const CARDS = Array.from({ length: 30 }, (_, index) => aCard({ id: `c${index}`, playerName: `Player ${index}` }))
/** Already the next day in Tokyo. */
const LATE_EVENING = '2024-11-20T20:00:00.000Z'
const list = (cards: readonly unknown[]) => ({ body: { cards } })
const API: Routes = {
  'GET /api/config': { body: CONFIG },
  'GET /api/cards?list=recent': list(CARDS.slice(0, 8)),
  'GET /api/cards?list=strip': list(CARDS.slice(0, 6)),
  'GET /api/cards?list=top': list(CARDS),
  'GET /api/cards?list=new': list(CARDS),
  'GET /api/cards?list=top&team=Chicago%20Bears': list([]),
  'GET /api/teams': { body: { cards: { 'Kansas City Chiefs': 30 } } },
  'GET /api/cards/c1': { body: aCardPage({ id: 'c1', createdAt: LATE_EVENING }) },
  'GET /api/cards/voted': { body: aCardPage({ id: 'voted', nextVoteAt: '2026-11-21T18:00:00.000Z' }) },
  'GET /api/cards/gone': failure(410, 'CARD_REMOVED', 'removed'),
  'GET /api/cards/nobody': failure(404, 'NOT_FOUND', 'unknown'),
  'GET /api/cards/mine': list([]),
  'GET /api/account': failure(500, 'INTERNAL', 'no'),
  'GET /api/face-off': {
    body: { pair: { left: aCard(), right: aCard({ id: 'c2' }), token: 't' }, left: 3, resetsAt: LATE_EVENING },
  },
  [`GET ${LEAGUE}`]: { body: aLeague() },
  'GET /api/leagues/membermembermembermemA': { body: aMember() },
  'GET /api/leagues/drawndrawndrawndrawndA': {
    body: aMember({
      draws: [aDraw({ open: 2 }), aDraw({ number: 1 })],
      duels: [aDuel({ number: 2, open: 1 }), aDuel()],
    }),
  },
  'GET /api/leagues/drawndrawndrawndrawndA/duels/2': { body: { now: 0, duel: aDuel({ number: 2, open: 1 }) } },
  'GET /api/leagues/drawndrawndrawndrawndA/duels/3': failure(404, 'NOT_FOUND', 'unknown'),
  'GET /api/leagues/drawndrawndrawndrawndA/draws/2': { body: { now: 0, draw: aDraw({ open: 2 }) } },
  'GET /api/leagues/AAAAAAAAAAAAAAAAAAAAAA': failure(404, 'NOT_FOUND', 'unknown'),
  'GET /api/generations/unknown': failure(404, 'NOT_FOUND', 'unknown'),
}

const REFUSED = {
  key: 'a'.repeat(32),
  refused: {
    name: 'Ann',
    email: 'ann@example',
    message: 'Nice cards!',
    fault: { message: 'Please enter a valid email address.', fields: ['email'] },
  },
}

const LEAGUE_REFUSED = {
  refused: {
    name: 'Rude',
    season: '2025',
    team: 'Chicago Bears',
    fault: { message: 'Please pick a different league name.', fields: ['name'] },
  },
}

const ADDRESSES: [path: string, posted?: object][] = [
  ['/'],
  ['/?remix=c1'],
  ['/?team=Chicago+Bears'],
  ['/?job=unknown'],
  ['/hall-of-fame'],
  ['/hall-of-fame?sort=new&shown=48'],
  ['/hall-of-fame?team=Chicago+Bears'],
  ['/card/c1'],
  ['/card/voted'],
  ['/card/c1', { reason: 'Failed to vote.' }],
  ['/card/gone'],
  ['/card/nobody'],
  ['/card/mine'],
  ['/face-off'],
  ['/face-off', { reason: 'You already picked from this pair.' }],
  [`/league/${CODE}/batch`],
  ['/league'],
  ['/league', LEAGUE_REFUSED],
  [`/league/${CODE}`],
  [`/league/${CODE}`, { reason: 'This league is full.', teamName: 'Bees' }],
  ['/league/membermembermembermemA'],
  ['/league/drawndrawndrawndrawndA'],
  ['/league/drawndrawndrawndrawndA', { drawReason: 'A draw is on.' }],
  ['/league/drawndrawndrawndrawndA/draws/1'],
  ['/league/drawndrawndrawndrawndA/draws/2'],
  ['/league/drawndrawndrawndrawndA/draws/3'],
  ['/league/drawndrawndrawndrawndA/draws/none'],
  ['/league/drawndrawndrawndrawndA/duels/1'],
  ['/league/drawndrawndrawndrawndA/duels/2'],
  ['/league/drawndrawndrawndrawndA/duels/3'],
  ['/league/drawndrawndrawndrawndA/duels/none'],
  ['/league/AAAAAAAAAAAAAAAAAAAAAA'],
  ['/league/nonsense'],
  [`/?league=${CODE}`],
  ['/my-cards'],
  ['/account'],
  ['/contact'],
  ['/contact?topic=report&card=c1'],
  ['/contact', REFUSED],
  ['/privacy-policy'],
  ['/rules'],
  ['/nowhere'],
]

/** A returning visitor's browser, with a form, a vote, a message and switches unknown to the server. */
const RETURNING: Record<string, string> = {
  'player-form': '{"nickname":"Ace","number":"9","team":"Chicago Bears","armor":"duck","finish":"ink"}',
  generation: 'unknown',
  tilt: 'off',
  'live-paused': 'yes',
  'league-keys:membermembermembermemA': 'c.bb',
  'league-cards': JSON.stringify([
    { code: 'membermembermembermemA', id: 'unknown', at: Date.parse('2026-11-21T12:00:00Z') },
  ]),
  leagues: JSON.stringify([{ code: CODE, league: aMember() }]),
  'contact-last-sent': String(Date.parse('2026-11-21T11:59:55Z')),
}

const BROWSERS: [string, Record<string, string>, own?: { email?: string; timeZone?: string }][] = [
  ['a first visit', {}],
  ['a returning visitor', RETURNING],
  ['a signed-in visitor', {}, { email: 'ann@example.com' }],
  ['a visitor in Tokyo', {}, { timeZone: 'Asia/Tokyo' }],
]

const NOW = createWorld().now()

let root: Root | null = null
let faults: unknown[] = []

beforeEach(() => {
  faults = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void faults.push(words))
})

afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.innerHTML = ''
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Serves a page like the Worker and hydrates it. @param before runs on the served page */
async function hydrate(
  path: string,
  posted: object | undefined,
  memory: Record<string, string>,
  { email, timeZone, before = () => {} }: { email?: string; timeZone?: string; before?: () => void } = {},
) {
  const page = await renderPage({ url: new URL(path, ORIGIN), send: respond, now: NOW, posted })
  window.history.replaceState(null, '', path)
  document.body.innerHTML = `<div id="root">${page.html}</div><script type="application/json" id="${SERVED_STATE_ID}"></script>`
  document.getElementById(SERVED_STATE_ID)!.textContent = JSON.stringify(page.state)
  before()
  if (timeZone !== undefined) vi.stubEnv('TZ', timeZone)
  const world = createWorld(API)
  for (const [key, value] of Object.entries(memory)) world.stored.set(key, value)
  if (email !== undefined)
    world.account = { ...world.account, email: () => email, isExpected: () => true, isAdmin: () => true }
  const client = createQueryClient()
  takeServedState(client)
  const served = document.querySelector('header')
  await act(async () => {
    root = hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <BrowserRouter>
          <App platform={world} client={client} screens={SCREENS} />
        </BrowserRouter>
      </StrictMode>,
      { onRecoverableError: (error) => void faults.push(error) },
    )
  })
  return { world, page, served }
}

async function respond(url: string): Promise<Response> {
  const { body, status = 200 } = API[`GET ${url}`] as { status?: number; body: unknown }
  return Response.json(body, { status })
}

describe.each(BROWSERS)('hydration for %s', (_name, memory, own) => {
  it.each(ADDRESSES)('keeps the HTML of %s %o without a hydration warning', async (path, posted) => {
    const { page, served } = await hydrate(path, posted, memory, own)
    expect(faults).toEqual([])
    if (own?.timeZone !== undefined) expect(new Date(0).getHours()).toBe(9)
    expect(document.querySelector('header')).toBe(served)
    expect(page.html).not.toMatch(/ style="/)
    expect(page.html).not.toContain('<!--$!-->')
  })
})

describe('input before hydration', () => {
  it('keeps what was typed into the contact form before hydration, also after the next change', async () => {
    await hydrate(
      '/contact',
      undefined,
      {},
      {
        before: () => {
          document.querySelector<HTMLInputElement>('[name="name"]')!.value = 'Ann'
          document.querySelector<HTMLTextAreaElement>('[name="message"]')!.value = 'Nice cards!'
        },
      },
    )
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ann@example.com' } })
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ann')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Nice cards!')
  })

  it('keeps a nickname and number typed before hydration, also after the next change', async () => {
    await hydrate(
      '/',
      undefined,
      {},
      {
        before: () => {
          screen.getByLabelText<HTMLInputElement>('Fun nickname').value = 'Ace'
          screen.getByLabelText<HTMLInputElement>('Jersey Number').value = '9'
        },
      },
    )
    fireEvent.click(screen.getByRole('button', { name: 'Random Team' }))
    expect(screen.getByLabelText<HTMLInputElement>('Fun nickname').value).toBe('Ace')
    expect(screen.getByLabelText<HTMLInputElement>('Jersey Number').value).toBe('9')
  })

  it('keeps the focus and an open team list through hydration', async () => {
    await hydrate(
      '/hall-of-fame',
      undefined,
      {},
      {
        before: () => {
          document.querySelector('details')!.open = true
          document.querySelector<HTMLElement>('summary')!.focus()
        },
      },
    )
    expect(document.querySelector('details')!.open).toBe(true)
    expect(document.activeElement?.tagName).toBe('SUMMARY')
    expect(faults).toEqual([])
  })

  it('shows a returning visitor the form stored in this browser', async () => {
    await hydrate('/', undefined, { 'player-form': RETURNING['player-form']! })
    expect(screen.getByLabelText<HTMLInputElement>('Fun nickname').value).toBe('Ace')
    expect(screen.getByText('Chicago Bears')).toBeTruthy()
  })

  it('clears a refused contact form after it was used', async () => {
    await hydrate('/contact', REFUSED, {})
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Nice cards!')
    fireEvent.click(screen.getByRole('link', { name: 'Generator' }))
    await screen.findByRole('heading', { level: 1, name: /Your face/ })
    fireEvent.click(screen.getByRole('link', { name: 'Contact Us' }))
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe('')
  })
})
