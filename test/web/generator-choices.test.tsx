import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ERRORS } from '#shared/client/errors.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { TEAMS } from '#shared/domain/team.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  aGeneration,
  aPhoto,
  generateButton,
  nickname,
  open,
  press,
  sentForms,
  takePhoto,
} from './generator-support.tsx'
import { setMotion } from './motion.ts'
import { aCardPage, CONFIG, createWorld, failure, show } from './support.tsx'

describe('an address that says how a card begins', () => {
  const aPage = aCardPage({ id: 'card-9', playerName: 'Ace', teamColors: 'Green Bay Packers' })
  const preview = () => screen.getAllByText(/^Preview of your card:/)[0]!.textContent

  it('takes colors and gear from a card, never its name, number or face', async () => {
    const world = createWorld({ 'GET /api/cards/card-9': { body: aPage } })
    show(<GeneratorScreen />, world, { at: '/?remix=card-9' })
    expect(await screen.findByText('Remixing Ace, with the same setup')).toBeTruthy()
    expect(preview()).toBe('Preview of your card: Player, number none, Green Bay Packers, Duck.')
    press('OK')
    expect(screen.queryByText('Remixing Ace, with the same setup')).toBeNull()
    expect(preview()).toContain('Green Bay Packers, Duck')
  })

  it('tells the server which card it began at, once for the first card', async () => {
    const world = createWorld(
      {
        'GET /api/cards/card-9': { body: { ...aPage, finish: 'photo' } },
        'POST /api/generations': { status: 202, body: aGeneration() },
        'GET /api/generations/job-1': { body: aGeneration() },
      },
      { preparePhoto: async () => aPhoto() },
    )
    show(<GeneratorScreen />, world, { at: '/?remix=card-9' })
    await screen.findByText('Remixing Ace, with the same setup')
    await takePhoto()
    await act(async () => fireEvent.click(generateButton()))
    expect(sentForms(world)[0]).toMatchObject({ from: 'card-9', finish: 'photo', armor: 'duck' })
  })

  it('leaves what was changed since alone after a reload', async () => {
    const world = createWorld({ 'GET /api/cards/card-9': { body: aPage } })
    world.memory.set('remixed', 'card-9')
    show(<GeneratorScreen />, world, { at: '/?remix=card-9' })
    expect(await screen.findByText('Remixing Ace, with the same setup')).toBeTruthy()
    expect(preview()).toContain('no team yet')
  })

  it('of a card that is gone begins like any other', async () => {
    const world = createWorld({ 'GET /api/cards/card-9': failure(410, 'GONE', 'Gone.') })
    show(<GeneratorScreen />, world, { at: '/?remix=card-9' })
    expect(generateButton()).toBeTruthy()
    expect(screen.queryByText(/Remixing/)).toBeNull()
  })
})

describe('a roll of the dice', () => {
  it('goes through others for a moment before it lands, and is then a recent one in the sheet', async () => {
    setMotion('no-preference')
    open()
    const field = () => screen.getByRole('button', { name: /^Team Colors: / })
    press('Random Team')
    expect(field().className).toContain('pick-step-rolling')
    expect(field().textContent).toContain('Choose a team')
    await waitFor(() => expect(field().className).not.toContain('pick-step-rolling'))
    const landed = field().querySelector('b')!.textContent
    expect(TEAMS.map(({ name }) => name)).toContain(landed)
    setMotion('reduce')
    press('Random Team')
    fireEvent.click(field())
    const recents = await screen.findByRole('region', { name: 'Recent' })
    expect(within(recents).getByRole('button', { name: new RegExp(landed) })).toBeTruthy()
  })

  it('gives a nickname that is not the one there', () => {
    open()
    press('Roll a nickname')
    const first = nickname().value
    expect(first).toMatch(/^\S+ \S+$/)
    press('Roll a nickname')
    expect(nickname().value).not.toBe(first)
  })
})

describe('a picker', () => {
  it('finds teams by color, says when there is none, and keeps a choice at once', async () => {
    open()
    fireEvent.click(screen.getByRole('button', { name: /^Team Colors: / }))
    const search = await screen.findByRole('searchbox', { name: 'Search team or color' })
    fireEvent.change(search, { target: { value: 'AQUA' } })
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    fireEvent.click(screen.getByRole('radio', { name: /Miami Dolphins/ }))
    fireEvent.change(search, { target: { value: 'zebra' } })
    expect(screen.getByText('No team has that in its name or colors.')).toBeTruthy()
    press('Use these colors')
    expect(
      await screen.findByRole('button', { name: /^Team Colors: ?Miami Dolphins ?, ?aqua and orange$/ }),
    ).toBeTruthy()
  })
})

describe('what keeps Generate from working stands beside it', () => {
  it('when the day is used up: with the time at which there are more', async () => {
    const used = { ...CONFIG, generations: { ...CONFIG.generations, left: 0 } }
    open({ 'GET /api/config': { body: used } })
    expect(await screen.findByText("Today's cards are used up")).toBeTruthy()
    await takePhoto()
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('when there is no network, until there is', async () => {
    const world = open()
    await takePhoto()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText("You're offline")).toBeTruthy()
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(generateButton())
    expect(await screen.findByText(FAILURE.generate(ERRORS.NETWORK_ERROR.message))).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /^Drawing/ })).toBeNull()
    expect(world.kept.get('generation-sending')).toBeUndefined()
    onLine.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })
})
