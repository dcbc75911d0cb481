import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useRemix } from '#web/data/remix.ts'
import { aCardPage, createWorld, failure, show } from './support.tsx'

/** Shows the setup that a form would start with. */
function Form() {
  const { setup, isLoading, taken } = useRemix()
  const words = setup ? [setup.from?.name ?? 'nobody', setup.team.name, setup.armor?.id ?? 'any'].join(', ') : 'nothing'
  return (
    <button type="button" onClick={taken}>
      {isLoading ? 'loading' : words}
    </button>
  )
}

const open = (at: string, response: { status?: number; body: unknown } = { body: aCardPage() }) =>
  show(<Form />, createWorld({ 'GET /api/cards/card-1': response }), { at })

describe('remixing a card', () => {
  it('takes another card’s team and gear, names its maker, and then keeps only the source', async () => {
    open('/?remix=card-1&utm=x')
    fireEvent.click(await screen.findByRole('button', { name: 'Nacho Joe, Kansas City Chiefs, duck' }))
    expect(screen.getByTestId('address').textContent).toBe('/?utm=x&from=card-1')
    expect(await screen.findByRole('button', { name: 'nothing' })).toBeTruthy()
  })

  it('takes only a team when the URL names no card', async () => {
    open('/?team=Miami+Dolphins')
    expect(await screen.findByRole('button', { name: 'nobody, Miami Dolphins, any' })).toBeTruthy()
  })

  it.each([
    ['a deleted card', '/?remix=card-1', failure(410, 'GONE', 'Removed.')],
    ['an unknown team', '/?team=Pirates', undefined],
    ['no parameters', '/', undefined],
  ])('starts the form as usual with %s', async (_, at, response) => {
    open(at, response)
    expect(await screen.findByRole('button', { name: 'nothing' })).toBeTruthy()
  })
})
