import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Visibility } from '#shared/domain/card.ts'
import { REFUSAL, WAITING } from '#shared/domain/messages.ts'
import { ShareActions } from '#web/share/share-actions.tsx'
import { aCard, createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

const CARD = aCard()
const MANAGE = `${ORIGIN}/card/card-1#manage=token`

function Stand({ mine }: { mine: boolean }) {
  const [visibility, setVisibility] = useState<Visibility>('draft')
  return (
    <>
      <ShareActions
        card={{ ...CARD, tier: 'Captain', visibility }}
        place="result"
        mine={mine}
        onVisibility={setVisibility}
      />
      <output data-testid="visibility">{visibility}</output>
    </>
  )
}

async function open(routes: Routes = {}) {
  const world = createWorld({
    'POST /api/cards/card-1/share': { body: { id: 'card-1', visibility: 'unlisted', url: `${ORIGIN}/card/card-1` } },
    'POST /api/cards': { status: 201, body: CARD },
    'GET /api/cards/card-1/manage-link': { body: { url: MANAGE } },
    ...routes,
  })
  show(<Stand mine />, world)
  fireEvent.click(screen.getByRole('button', { name: 'Save to Hall' }))
  await screen.findByRole('dialog', { name: 'Save to Hall' })
  return world
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const agree = () => fireEvent.click(screen.getByRole('checkbox', { name: /I'm the person in the photo/ }))
const visibility = () => screen.getByTestId('visibility').textContent
const saves = ({ calls }: { calls: { route: string; body: unknown }[] }) =>
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

describe('saving to the Hall', () => {
  it('says what it means, and publishes nothing before the box is ticked', async () => {
    const world = await open()
    expect(screen.getByText('Anyone can see, share and vote on this. It carries your nickname.')).toBeTruthy()
    expect(screen.getByText(/In the Hall its stats cannot be edited/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Publish' }).className).toContain('button-off')
    press('Publish')
    expect(await screen.findByText('Tick the box to publish.')).toBeTruthy()
    expect(saves(world)).toEqual([])
    agree()
    expect(screen.getByRole('button', { name: 'Publish' }).className).not.toContain('button-off')
  })

  it('that had no answer is the same save when pressed again, and says that the card is saved', async () => {
    const answers = ['unreachable', failure(503, 'NETWORK_ERROR', 'Try again.'), { status: 201, body: CARD }] as const
    let asked = 0
    const world = await open({ 'POST /api/cards': () => answers[asked++]! })
    agree()
    for (let times = 1; times <= answers.length; times++) {
      press('Publish')
      await waitFor(() => expect(saves(world)).toHaveLength(times))
      if (times < answers.length) await screen.findByRole('button', { name: 'Publish' })
    }
    expect(await screen.findByText('Card saved to Hall of Fame!')).toBeTruthy()
    expect(screen.getAllByText('Failed to save card to Hall of Fame.')).toHaveLength(2)
    const names = world.calls
      .filter(({ route }) => route === 'POST /api/cards')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect([new Set(names).size, names[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  it('publishes what the card now is, once, and then shows its link, its code and the manage link', async () => {
    const world = await open()
    agree()
    press('Publish')
    press('Publishing...')
    expect(await screen.findByText('Card saved to Hall of Fame!')).toBeTruthy()
    const { playerName, jerseyNumber, teamColors, imageUrl, stats } = CARD
    expect(saves(world).map(({ body }) => body)).toEqual([{ playerName, jerseyNumber, teamColors, imageUrl, stats }])
    expect(visibility()).toBe('public')
    expect(await screen.findByRole('img', { name: "QR code of the card's page" })).toBeTruthy()
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy manage link' }).disabled).toBe(false),
    )
    expect(screen.getByRole('link', { name: 'Make another card' }).getAttribute('href')).toBe('/')
    press('Copy manage link')
    await waitFor(() => expect(world.copied).toEqual([MANAGE]))
    press('Done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Save to Hall' })).toBeNull()
    expect(screen.getByRole('link', { name: 'See its page' }).getAttribute('href')).toBe('/card/card-1')
  })

  it('says that a moderator looks first at a card without a face, and leaves it unlisted', async () => {
    await open({ 'POST /api/cards': { status: 201, body: { ...CARD, waiting: true } } })
    agree()
    press('Publish')
    expect(await screen.findByText(WAITING.title)).toBeTruthy()
    expect(screen.getByText(WAITING.why)).toBeTruthy()
    expect(screen.queryByText('Card saved to Hall of Fame!')).toBeNull()
    expect(visibility()).toBe('unlisted')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps the card unlisted when that is chosen', async () => {
    const world = await open()
    press('Keep unlisted')
    await waitFor(() => expect(visibility()).toBe('unlisted'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saves(world)).toEqual([])
    expect(screen.getByRole('button', { name: 'Save to Hall' })).toBeTruthy()
  })

  it.each([
    ['the server refuses', failure(403, '42501', 'permission denied'), 'permission denied'],
    ['nothing answers', 'unreachable', /check your connection/],
    [
      'the nickname is refused',
      failure(400, 'NICKNAME_REFUSED', 'Please choose another nickname.'),
      'Please choose another nickname.',
    ],
    ['a moderator has removed the picture', failure(403, 'PICTURE_REFUSED', REFUSAL.picture), REFUSAL.picture],
  ] as const)('says so when %s, keeps the tick and can be asked again', async (_, answer, words) => {
    const world = await open({ 'POST /api/cards': answer })
    agree()
    press('Publish')
    expect(await screen.findByText('Failed to save card to Hall of Fame.')).toBeTruthy()
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    world.routes['POST /api/cards'] = { status: 201, body: CARD }
    press('Publish')
    await waitFor(() => expect(visibility()).toBe('public'))
  })

  it('offers another nickname where the one it has is refused, and what was typed is there to be changed', async () => {
    const world = await open({
      'POST /api/cards': failure(400, 'NICKNAME_REFUSED', 'Please choose another nickname.'),
      'PATCH /api/cards/card-1': { body: { ...CARD, playerName: 'Nova' } },
    })
    agree()
    press('Publish')
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
  const refused = failure(400, 'NICKNAME_REFUSED', 'Please choose another nickname.')

  it.each(['Copy Link', 'Share'])('%s says why, leaves it a draft and offers another one', async (name) => {
    const world = createWorld({
      'POST /api/cards/card-1/share': refused,
      'PATCH /api/cards/card-1': { body: { ...CARD, playerName: 'Nova' } },
    })
    show(<Stand mine />, world)
    fireEvent.click(screen.getByText(name))
    expect((await screen.findAllByText('Please choose another nickname.')).length).toBeGreaterThan(0)
    await rename('Nova')
    expect(visibility()).toBe('draft')
    expect(screen.queryByText('Failed to copy URL.')).toBeNull()
  })
})
