import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Visibility } from '#shared/domain/card.ts'
import { CONSENT, WAITING } from '#shared/domain/card-words.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import type { SharePlace } from '#web/share/share-card.ts'
import { ShareActions } from '#web/share/share-actions.tsx'
import { aCard, aCardPage, createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

const CARD = aCard()

type StandProps = { mine: boolean; place?: SharePlace; canSave?: boolean; needsFace?: boolean }

function Stand({ mine, place = 'result', ...limits }: StandProps) {
  const [visibility, setVisibility] = useState<Visibility>('draft')
  return (
    <>
      <ShareActions
        card={{ ...CARD, tier: 'Captain', visibility, ...limits }}
        place={place}
        mine={mine}
        onVisibility={setVisibility}
      />
      <output data-testid="visibility">{visibility}</output>
    </>
  )
}

function open(routes: Routes = {}, place: SharePlace = 'result') {
  const world = createWorld({
    'POST /api/cards/card-1/share': { body: { id: 'card-1', visibility: 'unlisted', url: `${ORIGIN}/card/card-1` } },
    'POST /api/cards': { status: 201, body: CARD },
    'GET /api/cards/card-1': { body: aCardPage({ rank: 29, mine: true }) },
    'POST /api/cards/card-1/unpublish': {
      body: { id: 'card-1', visibility: 'unlisted', url: `${ORIGIN}/card/card-1` },
    },
    ...routes,
  })
  show(<Stand mine place={place} />, world)
  return world
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const visibility = () => screen.getByTestId('visibility').textContent
const saves = ({ calls }: { calls: { route: string; body: unknown; headers: Headers }[] }) =>
  calls.filter(({ route }) => route === 'POST /api/cards')

/** Enters another nickname in the sheet that explains a refused one. */
async function rename(to: string) {
  expect(await screen.findByRole('dialog', { name: 'Change nickname' })).toBeTruthy()
  const field = screen.getByLabelText<HTMLInputElement>(/^Fun nickname/)
  expect(field.value).toBe(CARD.playerName)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(field, { target: { value: to } })
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  press('Save Changes')
  expect(await screen.findByText('Nickname updated.')).toBeTruthy()
}

describe('Save to Hall', () => {
  it('describes Save to Hall by its consent, with a link to the rules', () => {
    open()
    const button = screen.getByRole('button', { name: 'Save to Hall' })
    const consent = document.getElementById(button.getAttribute('aria-describedby')!)!
    expect(consent.textContent).toBe(`${CONSENT} Hall of Fame rules`)
    expect(consent.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Hall of Fame rules' }).getAttribute('href')).toBe('/rules')
  })

  it('saves a card with one click, shows its rank and removes it again', async () => {
    const world = open()
    press('Save to Hall')
    press('Save to Hall')
    expect(await screen.findByText('Card saved to Hall of Fame!')).toBeTruthy()
    const { playerName, jerseyNumber, teamColors, imageUrl, stats } = CARD
    expect(saves(world).map(({ body }) => body)).toEqual([{ playerName, jerseyNumber, teamColors, imageUrl, stats }])
    expect(visibility()).toBe('public')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement?.contains(await screen.findByText('No. 29 all time'))).toBe(true)
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
    expect(screen.getByRole('link', { name: 'See it' }).getAttribute('href')).toBe('/hall-of-fame?sort=new')
    press('Share')
    expect(await screen.findByText('Share link copied to clipboard!')).toBeTruthy()
    expect(world.copied).toEqual([`${ORIGIN}/card/card-1`])
    world.routes['GET /api/cards/card-1'] = { body: aCardPage({ visibility: 'unlisted', mine: true }) }
    press('Remove from Hall')
    await waitFor(() => expect(visibility()).toBe('unlisted'))
    const save = screen.getByRole('button', { name: 'Save to Hall' })
    expect(document.activeElement?.contains(save)).toBe(true)
    expect(await screen.findByText('Nacho Joe is out of the Hall.')).toBeTruthy()
  })

  it('shows the rank of a card that was saved earlier', async () => {
    const world = createWorld({ 'GET /api/cards/card-1': { body: aCardPage({ rank: 29, mine: true }) } })
    const card = { ...CARD, tier: 'Captain', visibility: 'public' } as const
    show(<ShareActions card={card} place="result" mine onVisibility={() => {}} />, world)
    expect(await screen.findByText('In the Hall, No. 29')).toBeTruthy()
  })

  it('omits See it on the card’s own page', async () => {
    const world = open({}, 'page')
    press('Save to Hall')
    expect(await screen.findByRole('button', { name: 'Remove from Hall' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'See it' })).toBeNull()
    expect(saves(world)).toHaveLength(1)
  })

  it('reuses the idempotency key when it retries a save after a lost response', async () => {
    const results = ['unreachable', failure(503, 'NETWORK_ERROR', 'Try again.'), { status: 201, body: CARD }] as const
    let requestCount = 0
    const world = open({ 'POST /api/cards': () => results[requestCount++]! })
    for (let times = 1; times <= results.length; times++) {
      press('Save to Hall')
      await waitFor(() => expect(saves(world)).toHaveLength(times))
      if (times === results.length) break
      expect(await screen.findAllByText('Failed to save card to Hall of Fame.')).toHaveLength(times)
      await screen.findByRole('button', { name: 'Save to Hall' })
    }
    expect(await screen.findByText('Card saved to Hall of Fame!')).toBeTruthy()
    const keys = saves(world).map(({ headers }) => headers.get('idempotency-key'))
    expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  it('explains that a moderator first reviews a card without a face', async () => {
    open({
      'POST /api/cards': { status: 201, body: { ...CARD, waiting: true } },
      'GET /api/cards/card-1': { body: aCardPage({ visibility: 'unlisted', waiting: true, mine: true }) },
    })
    press('Save to Hall')
    expect(await screen.findByText(WAITING.title)).toBeTruthy()
    expect(screen.getByText(WAITING.why)).toBeTruthy()
    expect(screen.queryByText('Card saved to Hall of Fame!')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save to Hall' })).toBeNull()
    expect(visibility()).toBe('unlisted')
  })

  it('withdraws a card from review', async () => {
    const world = open({
      'POST /api/cards': { status: 201, body: { ...CARD, waiting: true } },
      'GET /api/cards/card-1': { body: aCardPage({ visibility: 'unlisted', waiting: true, mine: true }) },
    })
    press('Save to Hall')
    await screen.findByText(WAITING.title)
    world.routes['GET /api/cards/card-1'] = { body: aCardPage({ visibility: 'unlisted', mine: true }) }
    press('Remove from review')
    expect(await screen.findByRole('button', { name: 'Save to Hall' })).toBeTruthy()
    expect(world.calls.map(({ route }) => route)).toContain('POST /api/cards/card-1/unpublish')
  })

  it.each([
    ['in a browser that did not make the card', { canSave: false }, REFUSAL.notMaker],
    ['for a card without a face', { canSave: true, needsFace: true }, REFUSAL.noFace],
  ])('explains instead of offering a save %s', (_, limits, words) => {
    show(<Stand mine {...limits} />, createWorld())
    expect(screen.queryByRole('button', { name: 'Save to Hall' })).toBeNull()
    expect(screen.getByText(words)).toBeTruthy()
  })

  it.each([
    ['another browser made the card', failure(403, '42501', 'permission denied'), REFUSAL.notMaker],
    ['the server is unreachable', 'unreachable', /check your connection/],
    ['the photo shows no face', failure(403, 'FACE_REQUIRED', 'No face was found.'), 'No face was found.'],
    ['a moderator removed the picture', failure(403, 'PICTURE_REFUSED', REFUSAL.picture), REFUSAL.picture],
  ] as const)('explains why saving failed when %s, and lets the visitor retry', async (_, response, words) => {
    const world = open({ 'POST /api/cards': response })
    press('Save to Hall')
    expect(await screen.findByText('Failed to save card to Hall of Fame.')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(words)
    world.routes['POST /api/cards'] = { status: 201, body: CARD }
    press('Save to Hall')
    await waitFor(() => expect(visibility()).toBe('public'))
  })

  it('asks for another nickname when it is refused, and keeps the typed one for editing', async () => {
    const world = open({
      'POST /api/cards': failure(400, 'NICKNAME_REFUSED', 'Please pick a different nickname.'),
      'PATCH /api/cards/card-1': { body: { ...CARD, playerName: 'Nova' } },
    })
    press('Save to Hall')
    await rename('Nova')
    expect(world.calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({ playerName: 'Nova' })
    expect(visibility()).toBe('draft')
  })

  it('asks before the sheet discards a typed nickname', async () => {
    open({ 'POST /api/cards': failure(400, 'NICKNAME_REFUSED', 'Please pick a different nickname.') })
    press('Save to Hall')
    const field = await screen.findByLabelText<HTMLInputElement>(/^Fun nickname/)
    expect(screen.queryByText(/link won't change/)).toBeNull()
    fireEvent.change(field, { target: { value: 'Nova' } })
    press('Close')
    expect(screen.getByText('Discard your changes?')).toBeTruthy()
    press('Keep editing')
    expect(field.value).toBe('Nova')
    press('Close')
    press('Discard')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('offers saving only to the maker', () => {
    show(<Stand mine={false} />, createWorld())
    expect(screen.queryByRole('button', { name: 'Save to Hall' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy()
  })
})

describe('sharing a draft', () => {
  it('shows who can see a draft, before and after its link is copied', async () => {
    open()
    expect(screen.getByText(/^Only you can see this card until you share it/)).toBeTruthy()
    press('Copy Link')
    expect(await screen.findByText('Anyone with the link can see this card.')).toBeTruthy()
  })

  it('offers Undo after a draft is shared, until the card is saved', async () => {
    open({ 'POST /api/cards/card-1/unshare': { body: { id: 'card-1', visibility: 'draft', url: 'x' } } })
    press('Copy Link')
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(visibility()).toBe('draft'))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    press('Instagram: copy image link')
    await screen.findByRole('button', { name: 'Undo' })
    press('Save to Hall')
    await waitFor(() => expect(visibility()).toBe('public'))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

describe('sharing a refused nickname', () => {
  const refused = failure(400, 'NICKNAME_REFUSED', 'Please pick a different nickname.')

  it.each(['Copy Link', 'Instagram: copy image link'])(
    'explains at %s why sharing is refused, keeps the draft and offers another nickname',
    async (name) => {
      const world = createWorld({
        'POST /api/cards/card-1/share': refused,
        'PATCH /api/cards/card-1': { body: { ...CARD, playerName: 'Nova' } },
      })
      show(<Stand mine />, world)
      fireEvent.click(screen.getByText(name))
      expect((await screen.findAllByText('Please pick a different nickname.')).length).toBeGreaterThan(0)
      await rename('Nova')
      expect(visibility()).toBe('draft')
      expect(screen.queryByText('Failed to copy URL.')).toBeNull()
    },
  )
})
