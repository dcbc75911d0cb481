import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import CardScreen from '#web/screens/card/card-screen.tsx'
import HallScreen from '#web/screens/hall/hall-screen.tsx'
import { aCard, aCardPage, createWorld, failure, type Routes, show, type World } from './support.tsx'

async function open(routes: Routes = {}) {
  const card = aCard({ id: 'bad', playerName: 'Ace' })
  const world = createWorld({
    'GET /api/cards?list=top': { body: { cards: [card] } },
    'POST /api/cards/bad/reports': { status: 202, body: { received: true } },
    ...routes,
  })
  show(<HallScreen />, world)
  fireEvent.click(await screen.findByRole('button', { name: 'More about Ace' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Report this card' }))
  await screen.findByRole('dialog', { name: 'Report this card' })
  const sent = () => world.calls.filter(({ route }) => route.endsWith('/reports')).map(({ body }) => body)
  return { world, sent }
}

/** Publishes that a card is gone, and waits until its page shows it. */
async function hears(world: World, channel: string, id: string) {
  await waitFor(() => expect([...world.listeners.keys()]).toContain(channel))
  act(() => world.listeners.get(channel)!.onMessage('gone', { id }))
}

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send report' }))

describe('reporting a card', () => {
  it('asks for a reason first', async () => {
    const seen: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
      seen.push(this)
    })
    const { sent } = await open()
    const radios = screen.getAllByRole('radio')
    expect(radios).toHaveLength(6)
    send()
    const words = await screen.findByText('Please choose a reason.')
    const reasons = screen.getByRole('group', { name: "What's wrong with this card?" })
    expect([words.role, words.compareDocumentPosition(radios[0]!)]).toEqual(['alert', Node.DOCUMENT_POSITION_FOLLOWING])
    expect(reasons.contains(words)).toBe(true)
    expect([seen, document.activeElement]).toEqual([[reasons.closest('form')], radios[0]])
    expect(sent()).toEqual([])
    fireEvent.click(radios[1]!)
    expect(screen.queryByText('Please choose a reason.')).toBeNull()
  })

  it('sends the reason with the comment, and explains what happens next', async () => {
    const { sent } = await open()
    fireEvent.click(screen.getByRole('radio', { name: /never agreed/ }))
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' That is my face. ' } })
    send()
    expect(await screen.findByText(/within 48 hours/)).toBeTruthy()
    expect(sent()).toEqual([{ reason: 'not-me-or-no-consent', detail: 'That is my face.' }])
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['refused', failure(429, 'RATE_LIMITED', 'Too many reports today.'), 'Too many reports today.'],
    ['lost', 'unreachable', 'Network error. Please check your connection and try again.'],
  ] as const)('keeps the reason and the comment when the report is %s', async (_, response, words) => {
    const { world } = await open({ 'POST /api/cards/bad/reports': response })
    fireEvent.click(screen.getByRole('radio', { name: /minor/ }))
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'See the face.' } })
    send()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /minor/ }).checked).toBe(true)
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('See the face.')
    world.routes['POST /api/cards/bad/reports'] = { status: 202, body: { received: true } }
    send()
    expect(await screen.findByText(/We got your report/)).toBeTruthy()
  })

  it('keeps the thank-you message when the report hides the card in the Hall', async () => {
    const { world } = await open()
    fireEvent.click(screen.getByRole('radio', { name: /Nudity/ }))
    send()
    await screen.findByText(/We got your report/)
    await hears(world, 'hall', 'bad')
    expect(screen.getByText(/We got your report/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More about Ace' })).toBeNull())
  })

  it('keeps the thank-you message when the report hides the card on its page, which then explains why it is gone', async () => {
    const world = createWorld({
      'GET /api/cards/card-1': { body: aCardPage() },
      'POST /api/cards/card-1/reports': () => {
        world.routes['GET /api/cards/card-1'] = failure(404, 'NOT_FOUND', 'There is nothing here.')
        return { status: 202, body: { received: true } }
      },
    })
    show(<CardScreen />, world, { at: '/card/card-1' })
    fireEvent.click(await screen.findByRole('link', { name: 'Report this card' }))
    fireEvent.click(await screen.findByRole('radio', { name: /Nudity/ }))
    send()
    await screen.findByText(/We got your report/)
    await hears(world, 'card:card-1', 'card-1')
    await waitFor(() => expect(world.calls.filter(({ route }) => route === 'GET /api/cards/card-1')).toHaveLength(2))
    expect(screen.getByText(/We got your report/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('heading', { name: 'Hidden for review' })).toBeTruthy()
    expect(screen.queryByText('Card Not Found')).toBeNull()
  })
})
