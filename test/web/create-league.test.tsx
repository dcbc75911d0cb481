import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import CreateLeagueScreen from '#web/screens/league/create-league-screen.tsx'
import { aLeague, CODE } from './league-support.ts'
import { createWorld, type Routes, show } from './support.tsx'

const ROUTE = 'POST /api/leagues'
const CREATED = { status: 201, body: { code: CODE, key: 'c.bb', league: aLeague({ role: 'commissioner', seats: [] }) } }

function open(routes: Routes = { [ROUTE]: CREATED }, kept: Record<string, string> = {}) {
  const world = createWorld(routes)
  for (const [key, value] of Object.entries(kept)) world.stored.set(key, value)
  show(<CreateLeagueScreen />, world, { at: '/league' })
  return { world, sent: () => world.calls.filter(({ route }) => route === ROUTE) }
}

const name = () => screen.getByLabelText<HTMLInputElement>('League name')
const write = (text: string) => fireEvent.change(name(), { target: { value: text } })
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create league' }))
const address = () => screen.getByTestId('address').textContent

describe('the form that starts a league', () => {
  it('draws the crest while the name is typed', () => {
    open()
    write('Sunday night gridiron')
    expect(document.querySelector('svg text')?.textContent).toBe('SNG')
  })

  it("leads to the league's page with one press, and keeps the commissioner's key", async () => {
    const { world, sent } = open()
    write('Sunday Night Gridiron')
    create()
    await waitFor(() => expect(address()).toBe(`/league/${CODE}`))
    expect(sent().map(({ body }) => body)).toEqual([
      { name: 'Sunday Night Gridiron', season: '2026', team: 'Arizona Cardinals' },
    ])
    expect(world.stored.get(`league-keys:${CODE}`)).toBe('c.bb')
  })

  it('retries a lost creation with the same idempotency key', async () => {
    const { world, sent } = open({ [ROUTE]: 'unreachable' })
    write('Sunday Night Gridiron')
    create()
    await waitFor(() => expect(screen.getAllByText(/check your connection/i).length).toBeGreaterThan(0))
    expect(name().value).toBe('Sunday Night Gridiron')
    world.routes[ROUTE] = CREATED
    create()
    await waitFor(() => expect(address()).toBe(`/league/${CODE}`))
    const [first, second] = sent().map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toBe(second)
  })

  it('lists the leagues that this browser has opened', () => {
    open({}, { leagues: JSON.stringify([{ code: CODE, league: aLeague() }, { code: 3 }]) })
    expect(screen.getByRole('link', { name: /Sunday Night Gridiron/ }).getAttribute('href')).toBe(`/league/${CODE}`)
  })
})
