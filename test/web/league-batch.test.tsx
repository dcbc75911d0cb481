import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CodedError } from '#shared/client/coded-error.ts'
import type { League } from '#shared/contracts/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import type { FaceFinder } from '#web/photo/face-finder.ts'
import { openBatchStore } from '#web/data/batch-store.ts'
import { createApi } from '#web/lib/api.ts'
import { toRefusal } from '#web/screens/league/batch/batch-rows.ts'
import LeagueScreen from '#web/screens/league/league-screen.tsx'
import BatchScreen from '#web/screens/league/batch/batch-screen.tsx'
import { aFile, aGeneration, aPhoto, READY, createFaceFinderStub } from './generator-support.tsx'
import { aLeague, API, aSeat, aSeatCard, CODE } from './league-support.ts'
import { aCard, createWorld, failure, type Routes, show, type World } from './support.tsx'

const FACE = { cx: 0.5, cy: 0.4, s: 0.2, roll: 0 }
const OTHER_FACE = { cx: 0.2, cy: 0.4, s: 0.18, roll: 0 }
const RUN = aLeague({ role: 'commissioner', ownSeat: 1, seats: [aSeatCard(1), aSeat(2)] })

/** Creates a server that finishes every card at once and seats it. */
function createServer(league: League, routes: Routes = {}) {
  let count = 0
  const seats = [...league.seats]
  const all: Routes = {
    [`GET ${API}`]: () => ({ body: { ...league, seats: [...seats], version: 1 + count } }),
    'POST /api/generations': (form) => {
      const fields = form as FormData
      const [id, cardId] = [fields.get('id') as string, `made-${++count}`]
      const body = { ...READY, id, card: { ...READY.card!, id: cardId, playerName: fields.get('nickname') as string } }
      world.routes[`GET /api/generations/${id}`] = { body }
      world.routes[`POST /api/cards/${cardId}/share`] = { body: { id: cardId, url: '/', visibility: 'unlisted' } }
      return { status: 202, body }
    },
    ...routes,
  }
  for (let number = 1; number <= 16; number++)
    all[`POST ${API}/seats/${number}/fill`] ??= (body) => {
      const { cardId, teamName } = body as { cardId: string; teamName: string }
      const at = seats.findIndex((seat) => seat.number === number)
      const filled = aSeat(number, { teamName, card: aCard({ id: cardId }), isHeld: true })
      if (at === -1) seats.push(filled)
      else seats[at] = filled
      return { body: { ...league, seats: seats.toSorted((a, b) => a.number - b.number), version: 10 + ++count } }
    }
  const world: World = createWorld(all, { preparePhoto: async () => aPhoto(), faces: createFaceFinderStub(FACE) })
  return world
}

async function open(world: World) {
  show(<BatchScreen />, world, { at: `/league/${CODE}/batch` })
  await screen.findByRole('heading', { level: 1, name: 'Add photos' })
}

async function choose(...names: string[]) {
  const input = await screen.findByLabelText(/Choose photos|Add more photos/)
  fireEvent.change(input, { target: { files: names.map((name) => aFile(name)) } })
  await waitFor(() => expect(screen.queryByText('Finding the face…')).toBeNull())
}

const row = (index: number) => within(screen.getAllByRole('listitem')[index]!)
const nameRow = (index: number, name: string) =>
  fireEvent.change(row(index).getByLabelText('Name'), { target: { value: name } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const getForms = (world: World) =>
  world.calls.filter(({ route }) => route === 'POST /api/generations').map(({ body }) => body as FormData)

afterEach(async () => {
  cleanup()
  const store = await openBatchStore()
  const { rows } = await store.load(CODE)
  await store.remove(rows.map(({ id }) => id))
})

describe('the rows of a batch', () => {
  it('gives each photo the next open seat, with the name of a member who waits there', async () => {
    await open(createServer(RUN))
    await choose('one.jpg', 'two.jpg')
    expect(row(0).getByLabelText<HTMLSelectElement>('Seat').value).toBe('2')
    expect(row(0).getByLabelText<HTMLInputElement>('Name').value).toBe('Team 2')
    fireEvent.change(row(0).getByLabelText('Name'), { target: { value: 'Big Bill' } })
    expect(row(0).getByText('Team 2 is waiting for a card in this seat.')).toBeTruthy()
    expect(row(1).getByLabelText<HTMLSelectElement>('Seat').value).toBe('3')
    expect(row(1).getByLabelText<HTMLInputElement>('Name').value).toBe('')
    expect(row(1).getByLabelText<HTMLInputElement>('No.').value).toMatch(/^\d{1,2}$/)
    expect(row(0).queryByRole('option', { name: '1' })).toBeNull()
  })

  it('accepts no more photos than the league has seats without a card', async () => {
    const seats = Array.from({ length: 14 }, (_, index) => aSeatCard(index + 1))
    await open(createServer(aLeague({ role: 'commissioner', seats })))
    await choose('one.jpg', 'two.jpg', 'three.jpg')
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.queryByLabelText('Add more photos')).toBeNull()
  })

  it('creates the cards, seats them, and deletes their photos', async () => {
    const world = createServer(RUN)
    await open(world)
    await choose('one.jpg', 'two.jpg')
    nameRow(1, 'Fumble Bees')
    press('Make 2 cards')
    await screen.findByText('2 photos, 2 cards done')
    expect(screen.getByText(/In seat 2/)).toBeTruthy()
    expect(getForms(world).map((form) => [form.get('nickname'), form.get('team'), form.get('league')])).toEqual([
      ['Team 2', 'Miami Dolphins', CODE],
      ['Fumble Bees', 'Miami Dolphins', CODE],
    ])
    expect(getForms(world)[0]!.get('face')).not.toBeNull()
    const filled = world.calls.filter(({ route }) => route.endsWith('/fill')).map(({ body }) => body)
    expect(filled).toContainEqual({ teamName: 'Fumble Bees', cardId: 'made-2' })
    expect(screen.getByRole('link', { name: 'See the roster' })).toBeTruthy()
    expect(await (await openBatchStore()).load(CODE)).toEqual({ rows: [], photos: [] })
  })

  it('shows what a row lacks, and creates the other cards', async () => {
    const world = createServer(RUN)
    await open(world)
    await choose('one.jpg', 'two.jpg')
    const name = row(1).getByLabelText('Name')
    expect([row(1).getByText('Add a name.').tagName, name.getAttribute('aria-invalid')]).toEqual(['OUTPUT', 'false'])
    press('Make 1 card')
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    await screen.findByText('2 photos, 1 card done')
    expect(getForms(world)).toHaveLength(1)
  })

  it('reports a photo with no face or several at its row, and creates the card after Adjust', async () => {
    const scans = [[], [FACE, OTHER_FACE]]
    const faces: FaceFinder = {
      ...createFaceFinderStub(),
      inPhoto: async () => ({ faces: scans.shift() ?? [FACE], light: 128 }),
    }
    const world = Object.assign(createServer(RUN), { faces })
    await open(world)
    await choose('wall.jpg', 'two-people.jpg')
    expect(row(0).getByText('No clear face found. Adjust the photo to show it.')).toBeTruthy()
    expect(row(1).getByText('2 faces found. Adjust the photo to pick one.')).toBeTruthy()
    nameRow(1, 'Blitz')
    fireEvent.click(row(1).getByRole('button', { name: 'Adjust Blitz' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    await waitFor(() => expect(row(1).queryByText(/faces found/)).toBeNull())
    press('Make 1 card')
    await screen.findByText('2 photos, 1 card done')
    expect(getForms(world)[0]!.get('face')).not.toBeNull()
  })
})

const STORED = { id: 'a', code: CODE, name: 'Fumble Bees', seat: 3, number: '7', job: null, isStarted: false }

describe('a batch that was left', () => {
  it('continues a batch from the league page, which counts the waiting photos', async () => {
    await (await openBatchStore()).putRow({ ...STORED, cardId: 'made-1' })
    show(<LeagueScreen />, createServer(RUN), { at: `/league/${CODE}` })
    await screen.findByText('1 photo still waits for its card.')
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(`/league/${CODE}/batch`)
    expect(screen.queryByRole('link', { name: 'Add photos' })).toBeNull()
  })
})

describe('a batch that another tab has open', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'locks'))

  it('explains the lock, and continues when the other tab closes', async () => {
    await (await openBatchStore()).putRow({ ...STORED, cardId: 'made-1' })
    let releaseOther = () => {}
    const untilReleased = new Promise<void>((resolve) => (releaseOther = resolve))
    const names: string[] = []
    const locks = {
      async request(name: string, { ifAvailable = false }: LockOptions, hold: (lock: Lock | null) => unknown) {
        names.push(name)
        if (ifAvailable) return hold(null)
        await untilReleased
        return hold({ name, mode: 'exclusive' })
      },
    }
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
    await open(createServer(RUN))
    await screen.findByText('These photos are open in another tab. Close it to go on here.')
    expect([screen.queryByRole('listitem'), screen.queryByLabelText('Choose photos')]).toEqual([null, null])
    releaseOther()
    await waitFor(() => expect(row(0).getByLabelText<HTMLInputElement>('Name').value).toBe('Fumble Bees'))
    expect(screen.queryByText(/another tab/)).toBeNull()
    expect(new Set(names)).toEqual(new Set([`league-batch-${CODE}`]))
  })
})

describe('the progress of a batch', () => {
  it('creates two cards at a time, and starts the next when one is done', async () => {
    const world = createServer(RUN)
    const results: (() => void)[] = []
    const send = world.routes['POST /api/generations'] as (body: unknown) => { status: number; body: unknown }
    world.routes['POST /api/generations'] = (body) => new Promise((resolve) => results.push(() => resolve(send(body))))
    await open(world)
    await choose('one.jpg', 'two.jpg', 'three.jpg')
    nameRow(1, 'Two')
    nameRow(2, 'Three')
    press('Make 3 cards')
    await waitFor(() => expect(results).toHaveLength(2))
    expect(row(2).getByText('Up next')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Making cards…' }).getAttribute('aria-disabled')).toBe('true')
    await act(async () => results[0]!())
    await waitFor(() => expect(results).toHaveLength(3))
    results.forEach((reply) => reply())
    await screen.findByText('3 photos, 3 cards done')
  })

  it('isolates a failing row, and retries only that row', async () => {
    const world = createServer(RUN)
    const fill = world.routes[`POST ${API}/seats/2/fill`]!
    world.routes[`POST ${API}/seats/2/fill`] = failure(409, 'CONFLICT', LEAGUE_FAILURE.seatFilled)
    await open(world)
    await choose('one.jpg', 'two.jpg')
    nameRow(1, 'Two')
    press('Make 2 cards')
    await screen.findByText(LEAGUE_FAILURE.seatFilled)
    await screen.findByText('2 photos, 1 card done')
    world.routes[`POST ${API}/seats/2/fill`] = fill
    press('Retry Team 2')
    await screen.findByText('2 photos, 2 cards done')
    // The card already exists, so the retry only seats it.
    expect(getForms(world)).toHaveLength(2)
  })

  it('retries a failed row as a new generation', async () => {
    const world = createServer(RUN)
    const send = world.routes['POST /api/generations']!
    world.routes['POST /api/generations'] = (form) => ({
      status: 202,
      body: aGeneration({
        id: (form as FormData).get('id') as string,
        state: 'failed',
        error: { code: 'AI_UNAVAILABLE', message: 'The artist is away.' },
      }),
    })
    await open(world)
    await choose('one.jpg')
    press('Make 1 card')
    await screen.findByText('The artist is away.')
    world.routes['POST /api/generations'] = send
    press('Retry Team 2')
    await screen.findByText('1 photo, 1 card done')
    const [first, second] = getForms(world).map((form) => form.get('id'))
    expect(first).not.toBe(second)
  })

  it('asks for another crop when the artist finds no face', async () => {
    const world = createServer(RUN)
    world.routes['POST /api/generations'] = (form) => ({
      status: 202,
      body: aGeneration({
        id: (form as FormData).get('id') as string,
        state: 'failed',
        error: { code: 'FACE_NOT_FOUND', message: 'No face.' },
      }),
    })
    await open(world)
    await choose('one.jpg')
    press('Make 1 card')
    await screen.findByText('No clear face found. Adjust the photo to show it.')
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull()
  })

  it('shows a rate limit with its end, pauses the other rows, and resumes by itself', async () => {
    const world = createServer(RUN)
    const send = world.routes['POST /api/generations']!
    const resetsAt = new Date(world.clock.time + 50).toISOString()
    world.routes['POST /api/generations'] = (form) => {
      world.routes[`GET /api/generations/${(form as FormData).get('id') as string}`] = failure(404, 'NOT_FOUND', '')
      return failure(429, 'LEAGUE_QUOTA_EXCEEDED', LEAGUE_FAILURE.cardsUsedUp, { resetsAt })
    }
    await open(world)
    await choose('one.jpg', 'two.jpg', 'three.jpg')
    nameRow(1, 'Two')
    nameRow(2, 'Three')
    press('Make 3 cards')
    await waitFor(() => expect(screen.getAllByText(/Goes on at \d+:\d\d [AP]M\./).length).toBeGreaterThan(0))
    expect(row(2).getByText(/^Waits until/)).toBeTruthy()
    expect(getForms(world)).toHaveLength(2)
    world.routes['POST /api/generations'] = send
    world.clock.time += 60_000
    await screen.findByText('3 photos, 3 cards done')
  })
})

describe('a refusal', () => {
  const refused = (code: string, status: number, options: object = {}) =>
    toRefusal(new CodedError(code, 'Too many.', { status, retryable: true, ...options }), 1000)

  it('retries after Retry-After, or a minute without it, and never after other failures', () => {
    expect(refused('RATE_LIMITED', 429, { retryAfterSeconds: 90 })).toMatchObject({ name: 'limited', until: 91_000 })
    expect(refused('OVERLOADED', 503)).toMatchObject({ name: 'limited', until: 61_000 })
    expect(refused('QUOTA_EXCEEDED', 429, { details: { resetsAt: '1970-01-02T00:00:00.000Z' } })).toMatchObject({
      name: 'limited',
      until: 86_400_000,
    })
    expect(refused('CONFLICT', 409)).toEqual({ name: 'failed', words: 'Too many.' })
    expect(toRefusal(new Error('x'), 1000).name).toBe('failed')
  })

  it('reads the wait from the response header', async () => {
    const headers = { 'retry-after': '75' }
    const api = createApi(async () =>
      Response.json({ error: 'Slow down.', code: 'RATE_LIMITED' }, { status: 429, headers }),
    )
    await expect(api.config()).rejects.toMatchObject({ retryAfterSeconds: 75 })
  })
})

describe('a batch that is reloaded', () => {
  it('keeps photos and fields, and continues the same generation', async () => {
    const world = createServer(RUN)
    const never = new Promise<never>(() => {})
    world.routes['POST /api/generations'] = () => never
    await open(world)
    await choose('one.jpg', 'two.jpg')
    nameRow(1, 'Fumble Bees')
    fireEvent.change(row(1).getByLabelText('Seat'), { target: { value: '9' } })
    fireEvent.change(row(1).getByLabelText('No.'), { target: { value: '42' } })
    fireEvent.change(row(0).getByLabelText('Name'), { target: { value: '' } })
    press('Make 1 card')
    await waitFor(() => expect(getForms(world)).toHaveLength(1))
    const id = getForms(world)[0]!.get('id') as string
    cleanup()

    const later = createServer(RUN)
    later.routes[`GET /api/generations/${id}`] = failure(404, 'NOT_FOUND', 'Not here.')
    await open(later)
    await screen.findByText('2 photos, 1 card done')
    expect(getForms(later).map((form) => [form.get('id'), form.get('nickname'), form.get('number')])).toEqual([
      [id, 'Fumble Bees', '42'],
    ])
    expect(later.calls.some(({ route }) => route === `POST ${API}/seats/9/fill`)).toBe(true)
    expect(row(0).getByLabelText<HTMLInputElement>('Name').value).toBe('')
    expect(row(0).getByRole('button', { name: 'Adjust Photo 1' })).toBeTruthy()
  })

  it('deletes everything with Clear, and cancels running generations', async () => {
    const world = createServer(RUN)
    world.routes['POST /api/generations'] = (form) => {
      const id = (form as FormData).get('id') as string
      world.routes[`GET /api/generations/${id}`] = { body: aGeneration({ id, state: 'drawing' }) }
      world.routes[`POST /api/generations/${id}/cancel`] = { body: aGeneration({ id, state: 'cancelled' }) }
      return { status: 202, body: aGeneration({ id }) }
    }
    await open(world)
    await choose('one.jpg')
    press('Make 1 card')
    await screen.findByText('Looking at the photo…')
    press('Clear')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear' }))
    await screen.findByLabelText('Choose photos')
    await waitFor(() => expect(world.calls.some(({ route }) => route.endsWith('/cancel'))).toBe(true))
    expect(await (await openBatchStore()).load(CODE)).toEqual({ rows: [], photos: [] })
  })
})

describe('who may add photos', () => {
  it('sends members and outsiders back to the league', async () => {
    await open(createServer(aLeague({ role: 'member', ownSeat: 2 })))
    await screen.findByText(LEAGUE_FAILURE.commissionerOnly)
    expect(screen.getByRole('link', { name: 'Back to the league' }).getAttribute('href')).toBe(`/league/${CODE}`)
  })
})
