import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useRemix } from '#web/data/remix.ts'
import { aCardPage, createWorld, failure, show } from './support.tsx'

/** Says what a form would begin with. */
function Form() {
  const { setup, isLoading, taken } = useRemix()
  const words = setup ? [setup.from?.name ?? 'nobody', setup.team.name, setup.armor?.id ?? 'any'].join(', ') : 'nothing'
  return (
    <button type="button" onClick={taken}>
      {isLoading ? 'loading' : words}
    </button>
  )
}

const open = (at: string, answer: { status?: number; body: unknown } = { body: aCardPage() }) =>
  show(<Form />, createWorld({ 'GET /api/cards/card-1': answer }), { at })

describe('a form that takes after another card', () => {
  it('begins with its team and its gear, says whose they are, and then remembers only where it came from', async () => {
    open('/?remix=card-1&utm=x')
    fireEvent.click(await screen.findByRole('button', { name: 'Nacho Joe, Kansas City Chiefs, duck' }))
    expect(screen.getByTestId('address').textContent).toBe('/?utm=x&from=card-1')
    expect(await screen.findByRole('button', { name: 'nothing' })).toBeTruthy()
  })

  it('begins with a team alone when there is no card of it', async () => {
    open('/?team=Miami+Dolphins')
    expect(await screen.findByRole('button', { name: 'nobody, Miami Dolphins, any' })).toBeTruthy()
  })

  it.each([
    ['a card that is gone', '/?remix=card-1', failure(410, 'GONE', 'Removed.')],
    ['a team that is none', '/?team=Pirates', undefined],
    ['nothing', '/', undefined],
  ])('begins as ever with %s', async (_, at, answer) => {
    open(at, answer)
    expect(await screen.findByRole('button', { name: 'nothing' })).toBeTruthy()
  })
})
