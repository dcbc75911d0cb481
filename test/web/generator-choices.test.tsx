import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ERRORS } from '#shared/client/errors.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { TEAMS } from '#shared/domain/team.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  aGeneration,
  aPhoto,
  fill,
  generateButton,
  nickname,
  open,
  press,
  READY,
  getSentForms,
  takePhoto,
} from './generator-support.tsx'
import { setMotion } from './motion.ts'
import { Link } from 'react-router-dom'
import { aCardPage, CONFIG, createWorld, failure, type Routes, show } from './support.tsx'

describe('generator links', () => {
  const aPage = aCardPage({ id: 'card-9', playerName: 'Ace', teamColors: 'Green Bay Packers' })
  const preview = () => screen.getAllByText(/^Preview of your card:/)[0]!.textContent

  it('takes team and gear from a card in the URL, never its name, number or face', async () => {
    const world = createWorld({ 'GET /api/cards/card-9': { body: aPage } })
    show(<GeneratorScreen />, world, { at: '/?remix=card-9' })
    const note = await screen.findByText("Same team and gear as Ace's card")
    // At the top of the page, not below the fold.
    expect(note.closest('.generator-head')).toBeTruthy()
    expect(preview()).toBe(`Preview of your card: ${nickname().placeholder}, number none, Green Bay Packers, Duck.`)
    press('Got it')
    expect(screen.queryByText("Same team and gear as Ace's card")).toBeNull()
    expect(preview()).toContain('Green Bay Packers, Duck')
  })

  it('sends the referring card with every attempt at the visit’s first card, and with none after it', async () => {
    const QUESTION = { code: 'FACE_NOT_FOUND', message: 'We could not find a face.' }
    const tries = ['job-1', 'job-2', 'job-3'].values()
    const world = createWorld(
      {
        'GET /api/cards/card-9': { body: { ...aPage, finish: 'photo' } },
        'POST /api/generations': () => ({ status: 202, body: aGeneration({ id: tries.next().value! }) }),
        'GET /api/generations/job-1': { body: aGeneration({ state: 'failed', error: QUESTION }) },
        'GET /api/generations/job-2': { body: { ...READY, id: 'job-2' } },
        'GET /api/generations/job-3': { body: aGeneration({ id: 'job-3' }) },
      },
      { preparePhoto: async () => aPhoto() },
    )
    show(<GeneratorScreen />, world, { at: '/?remix=card-9' })
    await screen.findByText("Same team and gear as Ace's card")
    await takePhoto()
    await act(async () => fireEvent.click(generateButton()))
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Make another card' }))
    await takePhoto()
    await act(async () => fireEvent.click(generateButton()))
    const forms = getSentForms(world)
    expect(forms.map(({ from }) => from)).toEqual(['card-9', 'card-9', undefined])
    expect(forms[0]).toMatchObject({ finish: 'photo', armor: 'duck' })
  })

  it('stops sending the referring card after a reload once a card is started', async () => {
    const routes: Routes = {
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': { body: aGeneration() },
    }
    const world = createWorld(routes, { preparePhoto: async () => aPhoto() })
    show(<GeneratorScreen />, world, { at: '/?from=card-9' })
    fill()
    await takePhoto()
    expect(screen.getByTestId('address').textContent).toBe('/?from=card-9')
    await act(async () => fireEvent.click(generateButton()))
    expect(getSentForms(world)[0]).toMatchObject({ from: 'card-9' })
    expect(screen.getByTestId('address').textContent).toBe('/?job=job-1')
  })

  it('applies a setup from its link on every visit, but not after a reload', async () => {
    const world = createWorld({ 'GET /api/cards/card-9': { body: aPage } })
    const visit = (at: string) => void show(<GeneratorScreen />, world, { at })
    const leave = () => {
      const address = screen.getByTestId('address').textContent!
      cleanup()
      return address
    }
    const changeTeam = async () => {
      press('Random Team')
      await waitFor(() => expect(preview()).not.toContain('Green Bay Packers'))
      return preview()
    }
    setMotion('reduce')
    visit('/?remix=card-9')
    await screen.findByText("Same team and gear as Ace's card")
    const changed = await changeTeam()
    visit(leave())
    expect(preview()).toBe(changed)
    leave()
    visit('/?remix=card-9')
    await screen.findByText("Same team and gear as Ace's card")
    expect(preview()).toContain('Green Bay Packers, Duck')
  })

  it('applies a team’s colors each time its link is followed', async () => {
    const world = createWorld()
    for (const team of ['Miami Dolphins', 'Chicago Bears', 'Miami Dolphins']) {
      show(<GeneratorScreen />, world, { at: `/?team=${encodeURIComponent(team)}` })
      await waitFor(() => expect(preview()).toContain(team))
      expect(screen.getByTestId('address').textContent).toBe('/')
      cleanup()
    }
  })

  it('applies another card’s setup while the form is open', async () => {
    const world = createWorld(
      {
        'GET /api/cards/card-9': { body: aPage },
        'POST /api/generations': { status: 202, body: aGeneration() },
        'GET /api/generations/job-1': { body: aGeneration() },
      },
      { preparePhoto: async () => aPhoto() },
    )
    const both = (
      <>
        <Link to="/?remix=card-9">Remix this setup</Link>
        <GeneratorScreen />
      </>
    )
    show(both, world)
    fireEvent.click(screen.getByRole('link', { name: 'Remix this setup' }))
    await screen.findByText("Same team and gear as Ace's card")
    expect(preview()).toContain('Green Bay Packers, Duck')
    await takePhoto()
    await act(async () => fireEvent.click(generateButton()))
    expect(getSentForms(world)[0]).toMatchObject({ from: 'card-9' })
  })

  it('starts the form as usual for a deleted card', async () => {
    const world = createWorld({ 'GET /api/cards/card-9': failure(410, 'GONE', 'Gone.') })
    show(<GeneratorScreen />, world, { at: '/?remix=card-9' })
    expect(generateButton()).toBeTruthy()
    expect(screen.queryByText(/^Same team and gear/)).toBeNull()
  })
})

describe('the finish', () => {
  it('draws in ink without asking in the form', async () => {
    const world = open({ 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.') })
    await takePhoto()
    expect(screen.queryByRole('radio')).toBeNull()
    await act(async () => fireEvent.click(generateButton()))
    expect(getSentForms(world)[0]).toMatchObject({ finish: 'ink' })
  })
})

describe('random picks', () => {
  it('rolls through teams for a moment, and lists the result as recent in the sheet', async () => {
    setMotion('no-preference')
    open()
    const field = () => screen.getByRole('button', { name: /^Team Colors: / })
    press('Random Team')
    expect(field().className).toContain('pick-step-rolling')
    // The card has its team already, so Generate does not wait for the roll.
    const picked = TEAMS.find(({ name }) => field().textContent.startsWith(`Team Colors: ${name}`))
    await waitFor(() => expect(field().className).not.toContain('pick-step-rolling'))
    const landed = field().querySelector('b')!.textContent
    expect(landed).toBe(picked?.name)
    setMotion('reduce')
    press('Random Team')
    fireEvent.click(field())
    const recents = await screen.findByRole('region', { name: 'Recent' })
    expect(within(recents).getByRole('button', { name: new RegExp(landed) })).toBeTruthy()
  })

  it('rolls a nickname that differs from the current one', () => {
    open()
    press('Roll a nickname')
    const first = nickname().value
    expect(first).toMatch(/^\S+ \S+$/)
    press('Roll a nickname')
    expect(nickname().value).not.toBe(first)
  })
})

describe('pickers', () => {
  it('finds teams by color in the picker, shows an empty result, and applies a choice immediately', async () => {
    open()
    fireEvent.click(screen.getByRole('button', { name: /^Team Colors: / }))
    const search = await screen.findByRole('searchbox', { name: 'Search team or color' })
    fireEvent.change(search, { target: { value: 'AQUA' } })
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    fireEvent.click(screen.getByRole('radio', { name: /Miami Dolphins/ }))
    fireEvent.change(search, { target: { value: 'zebra' } })
    expect(screen.getByText('No team or color matches that.')).toBeTruthy()
    press('Use these colors')
    expect(
      await screen.findByRole('button', { name: /^Team Colors: ?Miami Dolphins ?, ?aqua and orange$/ }),
    ).toBeTruthy()
  })

  it('picks the focused or only match with Enter, and closes with another Enter', async () => {
    open()
    const closed = () => waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
    const enter = (at: HTMLElement, init = {}) => fireEvent.keyDown(at, { key: 'Enter', ...init })
    fireEvent.click(screen.getByRole('button', { name: /^Team Colors: / }))
    const search = await screen.findByRole('searchbox', { name: 'Search team or color' })
    enter(search)
    fireEvent.change(search, { target: { value: 'AQUA' } })
    enter(search, { isComposing: true })
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    enter(search)
    expect(screen.getByRole('radio', { name: /Miami Dolphins/, checked: true })).toBeTruthy()
    enter(search)
    await closed()

    fireEvent.click(screen.getByRole('button', { name: /^Team Colors: ?Miami Dolphins/ }))
    enter(await screen.findByRole('radio', { name: /Chicago Bears/ }))
    expect(screen.getByRole('radio', { name: /Chicago Bears/, checked: true })).toBeTruthy()
    enter(screen.getByRole('radio', { name: /Chicago Bears/ }))
    await closed()
    expect(screen.getByRole('button', { name: /^Team Colors: ?Chicago Bears/ })).toBeTruthy()
  })
})

describe('the reason next to Generate', () => {
  it('explains next to Generate that the daily cards are used up, with the reset time', async () => {
    const used = { ...CONFIG, generations: { ...CONFIG.generations, left: 0 } }
    open({ 'GET /api/config': { body: used } })
    expect(await screen.findByText("You've used today's cards")).toBeTruthy()
    await takePhoto()
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('explains next to Generate that the browser is offline, until it is online', async () => {
    const world = open()
    await takePhoto()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText("You're offline")).toBeTruthy()
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(generateButton())
    expect(await screen.findByText(FAILURE.generate(ERRORS.NETWORK_ERROR.message))).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /^Drawing/ })).toBeNull()
    expect(world.stored.get('generation-sending')).toBeUndefined()
    onLine.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })
})
