import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Visibility } from '#shared/domain/card.ts'
import { CONSENT, REFUSAL, WAITING } from '#shared/domain/messages.ts'
import type { SharePlace } from '#web/share/share-card.ts'
import { ShareActions } from '#web/share/share-actions.tsx'
import { aCard, aCardPage, createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

const CARD = aCard()

function Stand({ mine, place = 'result' }: { mine: boolean; place?: SharePlace }) {
  const [visibility, setVisibility] = useState<Visibility>('draft')
  return (
    <>
      <ShareActions
        card={{ ...CARD, tier: 'Captain', visibility }}
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

/** The sheet for another nickname, which says what is wrong with the one that it holds. */
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
  it('is described by the consent that its press gives, with a link to the rules', () => {
    open()
    const button = screen.getByRole('button', { name: 'Save to Hall' })
    const consent = document.getElementById(button.getAttribute('aria-describedby')!)!
    expect(consent.textContent).toBe(`${CONSENT} Hall of Fame rules`)
    expect(consent.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Hall of Fame rules' }).getAttribute('href')).toBe('/rules')
  })

  it('saves the card once in one press, says its place and takes it out again', async () => {
    const world = open()
    press('Save to Hall')
    press('Save to Hall')
    expect(await screen.findByText('Card saved to Hall of Fame!')).toBeTruthy()
    const { playerName, jerseyNumber, teamColors, imageUrl, stats } = CARD
    expect(saves(world).map(({ body }) => body)).toEqual([{ playerName, jerseyNumber, teamColors, imageUrl, stats }])
    expect(visibility()).toBe('public')
    expect(screen.queryByRole('dialog')).toBeNull()
    const title = await screen.findByText('In the Hall, No. 29')
    expect(document.activeElement?.contains(title)).toBe(true)
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

  it('leaves out See it on the card’s own page', async () => {
    const world = open({}, 'page')
    press('Save to Hall')
    expect(await screen.findByRole('button', { name: 'Remove from Hall' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'See it' })).toBeNull()
    expect(saves(world)).toHaveLength(1)
  })

  it('repeats the same save after a lost answer', async () => {
    const answers = ['unreachable', failure(503, 'NETWORK_ERROR', 'Try again.'), { status: 201, body: CARD }] as const
    let asked = 0
    const world = open({ 'POST /api/cards': () => answers[asked++]! })
    for (let times = 1; times <= answers.length; times++) {
      press('Save to Hall')
      await waitFor(() => expect(saves(world)).toHaveLength(times))
      if (times === answers.length) break
      expect(await screen.findAllByText('Failed to save card to Hall of Fame.')).toHaveLength(times)
      await screen.findByRole('button', { name: 'Save to Hall' })
    }
    expect(await screen.findByText('Card saved to Hall of Fame!')).toBeTruthy()
    const keys = saves(world).map(({ headers }) => headers.get('idempotency-key'))
    expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  it('says in its place that a moderator looks first at a card without a face', async () => {
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

  it('takes a card back from review', async () => {
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
    ['another browser made the card', failure(403, '42501', 'permission denied'), REFUSAL.notMaker],
    ['nothing answers', 'unreachable', /check your connection/],
    ['the photo shows no face', failure(403, 'FACE_REQUIRED', 'No face was found.'), 'No face was found.'],
    [
      'the nickname is refused',
      failure(400, 'NICKNAME_REFUSED', 'Please pick a different nickname.'),
      'Please pick a different nickname.',
    ],
    ['a moderator has removed the picture', failure(403, 'PICTURE_REFUSED', REFUSAL.picture), REFUSAL.picture],
  ] as const)('says why when %s, and can be pressed again', async (_, answer, words) => {
    const world = open({ 'POST /api/cards': answer })
    press('Save to Hall')
    expect(await screen.findByText('Failed to save card to Hall of Fame.')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(words)
    world.routes['POST /api/cards'] = { status: 201, body: CARD }
    press('Save to Hall')
    await waitFor(() => expect(visibility()).toBe('public'))
  })

  it('offers another nickname when it is refused, and keeps the typed one to change', async () => {
    const world = open({
      'POST /api/cards': failure(400, 'NICKNAME_REFUSED', 'Please pick a different nickname.'),
      'PATCH /api/cards/card-1': { body: { ...CARD, playerName: 'Nova' } },
    })
    press('Save to Hall')
    await waitFor(() => press('Change nickname'))
    await rename('Nova')
    expect(world.calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({ playerName: 'Nova' })
    expect(visibility()).toBe('draft')
  })

  it('is offered to the maker alone', () => {
    show(<Stand mine={false} />, createWorld())
    expect(screen.queryByRole('button', { name: 'Save to Hall' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy()
  })
})

describe('sharing a card whose nickname is refused', () => {
  const refused = failure(400, 'NICKNAME_REFUSED', 'Please pick a different nickname.')

  it.each(['Copy Link', 'Instagram: copy image link'])(
    '%s says why, leaves it a draft and offers another one',
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
