import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CardPage } from '#shared/contracts/cards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import CardScreen from '#web/screens/card/card-screen.tsx'
import MyCardsScreen from '#web/screens/my-cards/my-cards-screen.tsx'
import { takeConsole } from '../support/quiet.ts'
import { At, aCard, aCardPage, createWorld, failure, renderApp, type Routes as Responses, show } from './support.tsx'

function open(part: Partial<CardPage> = {}, routes: Responses = {}, at = '/card/card-1') {
  const world = createWorld({ 'GET /api/cards/card-1': { body: aCardPage({ mine: true, ...part }) }, ...routes })
  show(
    <At path="/card/:id">
      <CardScreen />
    </At>,
    world,
    { at },
  )
  return world
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const tokensSent = ({ calls }: ReturnType<typeof open>) => calls.map(({ headers }) => headers.get('x-manage-token'))

describe('the maker of a card', () => {
  it('shows the owner’s tools only to the maker', async () => {
    open({ mine: false })
    await screen.findByRole('heading', { level: 1, name: 'Nacho Joe' })
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Report this card' })).toBeTruthy()
  })

  it('links from the top of the page to the tools, only for the maker', async () => {
    const seen: Element[] = []
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      seen.push(this)
    } as never
    open()
    await press('Manage your card')
    const tools = screen.getByRole('heading', { name: 'Your card' })
    expect(seen).toEqual([tools])
    expect(document.activeElement).toBe(tools)
    cleanup()
    open({ mine: false })
    await screen.findByRole('heading', { level: 1, name: 'Nacho Joe' })
    expect(screen.queryByRole('button', { name: 'Manage your card' })).toBeNull()
  })

  it('changes the nickname, and keeps a refused one in its field with the reason', async () => {
    const refused = failure(400, 'NICKNAME_REFUSED', 'Please pick a different nickname.')
    const world = open({}, { 'PATCH /api/cards/card-1': refused })
    await press('Change nickname')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Fun nickname' })
    expect(field.value).toBe('Nacho Joe')
    fireEvent.change(field, { target: { value: 'Rude Name' } })
    await press('Save Changes')
    expect(await screen.findByText('Please pick a different nickname.')).toBeTruthy()
    expect(field.value).toBe('Rude Name')

    world.routes['PATCH /api/cards/card-1'] = { body: aCard({ playerName: 'Kind Name', version: 'new' }) }
    world.routes['GET /api/cards/card-1'] = { body: aCardPage({ mine: true, playerName: 'Kind Name', version: 'new' }) }
    fireEvent.change(field, { target: { value: ' Kind Name ' } })
    expect(screen.queryByText('Please pick a different nickname.')).toBeNull()
    await press('Save Changes')
    expect(await screen.findByRole('heading', { level: 1, name: 'Kind Name' })).toBeTruthy()
    expect(world.calls.findLast(({ route }) => route.startsWith('PATCH'))?.body).toEqual({
      playerName: 'Kind Name',
    })
  })

  it('rejects an empty nickname and changes nothing', async () => {
    const world = open({})
    await press('Change nickname')
    fireEvent.change(await screen.findByRole('textbox', { name: 'Fun nickname' }), { target: { value: ' ' } })
    await press('Save Changes')
    expect(await screen.findByText('Enter a nickname.')).toBeTruthy()
    expect(world.calls.filter(({ route }) => route.startsWith('PATCH'))).toEqual([])
  })

  it('removes a card from the Hall, and keeps it visible by its link', async () => {
    const world = open(
      {},
      { 'POST /api/cards/card-1/unpublish': { body: { id: 'card-1', visibility: 'unlisted', url: 'x' } } },
    )
    await screen.findByRole('button', { name: 'Remove from Hall' })
    world.routes['GET /api/cards/card-1'] = { body: aCardPage({ mine: true, visibility: 'unlisted' }) }
    await press('Remove from Hall')
    expect(await screen.findByText('Nacho Joe is out of the Hall.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove from Hall' })).toBeNull())
    expect(screen.getByText(/^Unlisted/)).toBeTruthy()
  })

  it.each([
    { opens: 'Delete', presses: 'Delete for good', request: 'DELETE /api/cards/card-1' },
    { opens: null, presses: 'Remove from Hall', request: 'POST /api/cards/card-1/unpublish' },
    { opens: null, presses: 'Copy manage link', request: 'GET /api/cards/card-1/manage-link' },
  ] as const)(
    'sends one request when $presses is clicked twice within a moment',
    async ({ opens, presses, request }) => {
      const world = open({}, { [request]: failure(503, 'INTERNAL', 'Not now.') })
      if (opens !== null) await press(opens)
      const button = await screen.findByRole('button', { name: presses })
      // Both clicks come before React can show the pending state.
      act(() => {
        button.click()
        button.click()
      })
      const countRequests = () => world.calls.filter(({ route }) => route === request).length
      await waitFor(() => expect(countRequests()).toBe(1))
      expect(await screen.findAllByText(/Not now|Failed/)).toBeTruthy()
      fireEvent.click(button)
      await waitFor(() => expect(countRequests()).toBe(2))
    },
  )

  it('deletes a card only after a warning, and keeps everything after an error', async () => {
    const world = open({}, { 'DELETE /api/cards/card-1': failure(503, 'INTERNAL', 'Not now.') })
    await press('Delete')
    const dialog = await screen.findByRole('dialog', { name: 'Delete Nacho Joe?' })
    expect(dialog.textContent).toContain("We can't undo this")
    expect(world.calls.some(({ route }) => route.startsWith('DELETE'))).toBe(false)
    await press('Delete for good')
    expect(await within(dialog).findByText('Not now.')).toBeTruthy()
    world.routes['DELETE /api/cards/card-1'] = { status: 204, body: null }
    await press('Delete for good')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/my-cards'))
    expect(screen.getByText('Nacho Joe was deleted.')).toBeTruthy()
  })

  it.each([
    ['draft', 'This deletes the card and its images.', false],
    ['unlisted', 'The link stops working within five minutes.', true],
  ] as const)('explains before deleting what is lost for each visibility: %s', async (visibility, words, isSeen) => {
    open({ visibility })
    await press('Delete')
    const dialog = await screen.findByRole('dialog', { name: 'Delete Nacho Joe?' })
    expect(dialog.textContent).toContain(words)
    expect(dialog.textContent!.includes('reported for harm')).toBe(isSeen)
  })

  it('deletes a card when the visitor clicks again after a lost response', async () => {
    const world = open({}, { 'DELETE /api/cards/card-1': failure(503, 'INTERNAL', 'Not now.') })
    await press('Delete')
    await press('Delete for good')
    expect(await screen.findByText('Not now.')).toBeTruthy()
    world.routes['DELETE /api/cards/card-1'] = failure(410, 'GONE', 'This card is gone.')
    await press('Delete for good')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/my-cards'))
    expect(screen.getByText('Nacho Joe was deleted.')).toBeTruthy()
  })

  it('copies a manage link, which makes another browser the owner and is removed from its URL immediately', async () => {
    const url = 'https://cards.example/card/card-1#manage=secret'
    const world = open({}, { 'GET /api/cards/card-1/manage-link': { body: { url } } }, '/card/card-1#manage=secret')
    await screen.findByRole('heading', { level: 1, name: 'Nacho Joe' })
    expect(tokensSent(world)).toEqual(['secret'])
    expect(world.stored.get('manage-tokens')).toBe('[["card-1","secret"]]')
    expect(document.body.innerHTML).not.toContain('secret')
    await press('Copy manage link')
    await waitFor(() => expect(world.copied).toEqual([url]))
    expect(tokensSent(world).at(-1)).toBe('secret')
  })

  it.each([
    ['a manage link is held', { at: '/card/card-1#manage=secret', isSignedIn: false }],
    ['the visitor is signed in', { at: '/card/card-1', isSignedIn: true }],
  ])('shows the tools at once when %s, regardless of the served data', async (_case, { at, isSignedIn }) => {
    const client = createQueryClient()
    client.setQueryData(['card', 'card-1'], aCardPage({ mine: false }))
    const world = createWorld({ 'GET /api/cards/card-1': { body: aCardPage({ mine: true }) } })
    world.account = { ...world.account, isExpected: () => isSignedIn }
    show(
      <At path="/card/:id">
        <CardScreen />
      </At>,
      world,
      { at, client },
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Nacho Joe' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy()
    expect(tokensSent(world)).toEqual([isSignedIn ? null : 'secret'])
  })

  it('lists cards held by a manage link among the visitor’s own, but not others’', async () => {
    const mine = {
      ...aCardPage({ id: 'card-2', playerName: 'Second', mine: true, createdAt: '2025-01-01T00:00:00.000Z' }),
    }
    const world = createWorld({
      'GET /api/cards/mine': { body: { cards: [aCardPage({ mine: true })] } },
      'GET /api/cards/card-2': { body: mine },
      'GET /api/cards/card-3': { body: aCardPage({ id: 'card-3', playerName: 'Third', mine: false }) },
      'GET /api/cards/card-4': failure(410, 'GONE', 'Gone.'),
    })
    world.memory.set(
      'manage-tokens',
      JSON.stringify([
        ['card-2', 'a'],
        ['card-3', 'old'],
        ['card-4', 'b'],
      ]),
    )
    show(<MyCardsScreen />, world)
    await screen.findByRole('link', { name: /^Open Second,/ })
    expect(screen.getAllByRole('link', { name: /^Open / }).map((link) => link.getAttribute('aria-label'))).toEqual([
      'Open Second, number 7, Kansas City Chiefs',
      'Open Nacho Joe, number 7, Kansas City Chiefs',
    ])
  })

  it('explains a hidden card to its maker with the next steps, and offers nothing that would fail', async () => {
    open({ hidden: true })
    expect(await screen.findByRole('heading', { name: 'Hidden after reports' })).toBeTruthy()
    expect(screen.getByText(/Right now only you can see this card\. We review reports within 48 hours/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact')
    expect(screen.getByRole('button', { name: 'Change nickname' })).toBeTruthy()
    for (const name of ['Upvote This Card', 'Share', 'Copy Link', 'Save to Hall'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('my cards', () => {
  const { rank: _, rankOfWeek: __, mine: ___, nextVoteAt: ____, ...own } = aCardPage()
  const cards = [
    { ...own, id: 'a', playerName: 'Ace', visibility: 'draft' },
    { ...own, id: 'b', playerName: 'Bob', votes: 1 },
  ]

  it('lists the cards of this browser, with their visibility', async () => {
    show(<MyCardsScreen />, createWorld({ 'GET /api/cards/mine': { body: { cards } } }))
    expect(screen.getByText('Loading your cards...')).toBeTruthy()
    await screen.findByRole('heading', { level: 2, name: 'Ace' })
    const rows = screen.getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('.visibility-tag-tag')?.textContent)).toEqual([
      'Draft · Only you can see it',
      'In the Hall',
    ])
    expect(rows[1]!.textContent).toContain('Kansas City Chiefs, 1 vote')
    expect(
      within(rows[0]!)
        .getByText(/^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}/)
        .getAttribute('datetime'),
    ).toBe(own.createdAt)
    // A draft's thumbnails use the route that checks the maker.
    const copies = rows.map((row) => row.querySelector('img')!.srcset)
    expect(copies[0]).toMatch(/^\/my-picture\/a\/thumb-256\?\S+ 256w, \/my-picture\/a\/thumb-384\?\S+ 384w$/)
    expect(copies[1]).toMatch(/^\/picture\/b\.\S+\.thumb-256\.webp 256w, /)
    expect(within(rows[0]!).queryByRole('button', { name: 'Remove from Hall' })).toBeNull()
    const wayOn = within(rows[0]!).getByRole('link', { name: 'Save or share it' })
    expect(wayOn.getAttribute('href')).toBe('/card/a#save')
    expect(within(rows[0]!).getByRole('link', { name: 'Ace' }).getAttribute('href')).toBe('/card/a')
    expect(within(rows[1]!).queryByRole('link', { name: 'Save or share it' })).toBeNull()
  })

  it.each([
    ['draft', 'Save or share it'],
    ['unlisted', LABELS.saveToHall],
  ] as const)('links a card that is %s to the button that saves it', async (visibility, name) => {
    history.replaceState(null, '', '/my-cards')
    const seen: Element[] = []
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      seen.push(this)
    } as never
    const card = aCardPage({ mine: true, visibility })
    renderApp(
      createWorld({
        'GET /api/cards/mine': { body: { cards: [card] } },
        'GET /api/cards/card-1': { body: card },
      }),
    )
    fireEvent.click(await screen.findByRole('link', { name }))
    const save = await screen.findByRole('button', { name: LABELS.saveToHall })
    await waitFor(() => expect(document.activeElement).toBe(save))
    expect(seen).toEqual([save])
  })

  it.each([
    ['2026-11-21T11:00:00.000Z', 'Expires in 30 days unless you save or share it.', false],
    ['2026-10-24T13:00:00.000Z', 'Expires in 3 days unless you save or share it.', true],
    ['2026-10-23T13:00:00.000Z', 'Expires in 2 days unless you save or share it.', true],
    ['2026-10-22T13:00:00.000Z', 'Expires within a day unless you save or share it.', true],
    ['2026-10-22T11:00:00.000Z', 'Expires within a day unless you save or share it.', true],
  ])('states when a draft from %s expires', async (createdAt, words, isSoon) => {
    const dated = cards.map((card) => ({ ...card, createdAt }))
    show(<MyCardsScreen />, createWorld({ 'GET /api/cards/mine': { body: { cards: dated } } }))
    const [expiry, ...more] = await screen.findAllByText(/^Expires /)
    expect([expiry!.textContent, more]).toEqual([words, []])
    expect(expiry!.classList.contains('text-mute')).toBe(!isSoon)
  })

  it('links a card outside the Hall to the generator while its generation is stored', async () => {
    const dated = [
      { ...own, id: 'a', playerName: 'Ace', visibility: 'unlisted', generationId: 'job-1' },
      { ...own, id: 'b', playerName: 'Bob', visibility: 'public', generationId: 'job-2' },
      { ...own, id: 'c', playerName: 'Cid', visibility: 'unlisted' },
    ]
    show(<MyCardsScreen />, createWorld({ 'GET /api/cards/mine': { body: { cards: dated } } }))
    await screen.findByRole('heading', { level: 2, name: 'Ace' })
    const links = screen.getAllByRole('listitem').map((row) => within(row).queryByRole('link', { name: 'Edit card' }))
    expect(links.map((link) => link?.getAttribute('href'))).toEqual(['/?job=job-1#edit-card', undefined, undefined])
  })

  it('links every card that can be saved to the Hall', async () => {
    const unlisted = { ...own, visibility: 'unlisted' }
    const all = [
      { ...unlisted, id: 'a' },
      { ...unlisted, id: 'b', waiting: true },
      { ...unlisted, id: 'c', hidden: true },
    ]
    show(<MyCardsScreen />, createWorld({ 'GET /api/cards/mine': { body: { cards: all } } }))
    const links = await screen.findAllByRole('link', { name: 'Save to Hall' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/card/a#save'])
  })

  it('explains why a card is waiting as long as it waits', async () => {
    const waiting = [{ ...own, id: 'a', visibility: 'unlisted', waiting: true }]
    show(<MyCardsScreen />, createWorld({ 'GET /api/cards/mine': { body: { cards: waiting } } }))
    expect(await screen.findByText('In review')).toBeTruthy()
    expect(screen.getByText(/a moderator will check this card before it goes in the Hall/)).toBeTruthy()
  })

  it('removes a deleted card from the list', async () => {
    show(
      <MyCardsScreen />,
      createWorld({
        'GET /api/cards/mine': { body: { cards } },
        'DELETE /api/cards/a': { status: 204, body: null },
      }),
    )
    await screen.findByRole('heading', { level: 2, name: 'Ace' })
    fireEvent.click(screen.getAllByRole('button', { name: 'Delete' })[0]!)
    await press('Delete for good')
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'Ace' })).toBeNull())
    expect(screen.getByRole('heading', { level: 2, name: 'Bob' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('My cards'))
  })

  it('shows a failed list with Retry and no toast', async () => {
    const world = createWorld({ 'GET /api/cards/mine': failure(404, 'NOT_FOUND', 'Gone fishing.') })
    show(<MyCardsScreen />, world)
    expect(await screen.findByText(/Couldn't load cards/)).toBeTruthy()
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
    expect(takeConsole().map(([first]) => first)).toEqual(['Could not load cards'])
    world.routes['GET /api/cards/mine'] = { body: { cards } }
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Ace' })).toBeTruthy()
  })

  it('invites the visitor to make a first card', async () => {
    show(<MyCardsScreen />, createWorld({ 'GET /api/cards/mine': { body: { cards: [] } } }))
    expect((await screen.findByRole('link', { name: 'Make your first card' })).getAttribute('href')).toBe('/')
  })
})
