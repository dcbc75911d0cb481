import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import type { League } from '#shared/contracts/league.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import { nickname, press, READY } from './generator-support.tsx'
import { aLeague, aMember, API, aSeat, aSeatCard, CODE } from './league-support.ts'
import { aCard, createWorld, failure, type Routes, show } from './support.tsx'

const NAME = 'Sunday Night Gridiron'
const DRAFT: Generation = { ...READY, finish: 'ink', freeAdjustments: 3, freePoses: 10 }
const SHARED = { body: { id: 'card-1', visibility: 'unlisted', url: '/card/card-1' } }
const SEATED = aMember({ version: 2, seats: [aSeatCard(1), aSeat(2, { card: aCard() })] })
const isPending = (id: string) => ({ 'league-cards': JSON.stringify([{ code: CODE, id, at: 0 }]) })

type OpenOptions = { routes?: Routes; kept?: Record<string, string>; job?: string; code?: string }

/** Opens the generator for a card of the league. */
function open(league: League, { routes = {}, kept = {}, job, code = CODE }: OpenOptions = {}) {
  const world = createWorld({ [`GET ${API}`]: { body: league }, ...routes })
  for (const [key, value] of Object.entries(kept)) world.stored.set(key, value)
  show(<GeneratorScreen />, world, { at: `/?league=${code}${job === undefined ? '' : `&job=${job}`}` })
  return world
}

const sent = ({ calls }: ReturnType<typeof createWorld>, route: string) => calls.filter((call) => call.route === route)
const ready = () => screen.findByRole('heading', { name: SUCCESS.cardReady })
const isSeated = () =>
  screen.findByText((_, element) => element?.textContent === `In ${NAME}, seat 2`, { selector: 'output' })
const redraws = () => screen.queryAllByRole('button', { name: /^(Adjust photo|Another pose)/ })

describe('the form of a card for a league', () => {
  it("starts with the member's team name and the league's colors, and keeps changes across a reload", async () => {
    const world = open(aMember())
    await screen.findByText(/^Card for/)
    await waitFor(() => expect(nickname().value).toBe('Team 2'))
    await screen.findByRole('button', { name: /^Team Colors: Miami Dolphins/ })
    expect(world.tabMemory.get('league-setup')).toBe(CODE)
  })

  it.each([
    ['a visitor without a seat', aLeague(), /^You don't have a seat in/, 'Join'],
    [
      'a full league',
      aLeague({ seats: Array.from({ length: 16 }, (_, i) => aSeat(i + 1)) }),
      LEAGUE_FAILURE.full,
      'See it',
    ],
    ['a locked league', aLeague({ isLocked: true }), LEAGUE_FAILURE.locked, 'See it'],
    ['a league that has had its cards', aMember({ generationsLeft: 0 }), LEAGUE_FAILURE.cardsUsedUp, 'See the league'],
  ])('tells %s why, with the way to the league', async (_, league, words, link) => {
    open(league)
    await screen.findByText(words)
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(`/league/${CODE}`)
  })

  it.each([CODE, 'nonsense'])('explains that %s is no league', async (code) => {
    open(aMember(), { code, routes: { [`GET ${API}`]: failure(404, 'NOT_FOUND', LEAGUE_FAILURE.notFound) } })
    await screen.findByText(LEAGUE_FAILURE.notFound)
    expect(screen.getByRole('link', { name: 'Make a card without a league' }).getAttribute('href')).toBe('/')
  })
})

describe('a finished card for a league', () => {
  it('seats a finished card after a reload, and offers no redraw meanwhile or afterwards', async () => {
    let reply: ((body: { body: unknown }) => void) | undefined
    const seat = new Promise<{ body: unknown }>((resolve) => {
      reply = resolve
    })
    const world = open(aMember(), {
      job: 'job-1',
      kept: isPending('job-1'),
      routes: {
        'GET /api/generations/job-1': { body: DRAFT },
        'POST /api/cards/card-1/share': SHARED,
        [`POST ${API}/seats/2/card`]: seat,
      },
    })
    await ready()
    await screen.findByText('Taking seat 2…')
    expect(redraws()).toEqual([])
    reply!({ body: SEATED })
    await isSeated()
    await waitFor(() => expect(world.stored.has('league-cards')).toBe(false))
    expect(sent(world, `POST ${API}/seats/2/card`).map(({ body }) => body)).toEqual([{ cardId: 'card-1' }])
    expect(redraws()).toEqual([])
  })

  it('explains why a seat rejected a card, and does not retry', async () => {
    const world = open(aMember(), {
      job: 'job-1',
      kept: isPending('job-1'),
      routes: {
        'GET /api/generations/job-1': { body: DRAFT },
        'POST /api/cards/card-1/share': SHARED,
        [`POST ${API}/seats/2/card`]: failure(403, 'FORBIDDEN', LEAGUE_FAILURE.membersOnly),
      },
    })
    await screen.findByText(LEAGUE_FAILURE.membersOnly)
    expect(world.stored.has('league-cards')).toBe(false)
    expect(sent(world, `POST ${API}/seats/2/card`)).toHaveLength(1)
  })

  it('explains that a card waits for a connection', async () => {
    open(aMember(), {
      job: 'job-1',
      kept: isPending('job-1'),
      routes: { 'GET /api/generations/job-1': { body: DRAFT }, 'POST /api/cards/card-1/share': 'unreachable' },
    })
    await screen.findByText("No connection. Your card takes its seat when you're back online.")
  })

  it('seats an earlier card on request, and offers redraws until then', async () => {
    const world = open(aMember(), {
      job: 'job-1',
      routes: {
        'GET /api/generations/job-1': { body: DRAFT },
        'POST /api/cards/card-1/share': SHARED,
        [`POST ${API}/seats/2/card`]: { body: SEATED },
      },
    })
    await ready()
    await screen.findByText(/^This card isn't in/)
    expect(redraws().length).toBeGreaterThan(0)
    press('Put it in seat 2')
    await isSeated()
    expect(redraws()).toEqual([])
    expect(sent(world, 'POST /api/cards/card-1/share')).toHaveLength(1)
  })
})
