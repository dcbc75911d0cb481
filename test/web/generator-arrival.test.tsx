import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ERRORS } from '#shared/client/errors.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  aGeneration,
  currentStep,
  fill,
  generate,
  generateButton,
  nickname,
  open,
  posted,
  press,
  READY,
  sentForms,
  takePhoto,
} from './generator-support.tsx'
import { setMotion } from './motion.ts'
import { createWorld, failure, type Routes, show, type World } from './support.tsx'

/** A page that was left while it sent a form, loaded again. */
function reloadWhileSending(answer: Routes[string]) {
  const world = createWorld({ 'GET /api/generations/job-1': answer })
  world.memory.set('generation', 'job-1')
  world.memory.set('generation-sending', 'job-1')
  world.memory.set('player-form', JSON.stringify({ nickname: 'Ace', number: '7', team: '', armor: '' }))
  show(<GeneratorScreen />, world)
  return world
}
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())
/** Lets the time of two polls pass. */
const passPolls = () => act(async () => void (await vi.advanceTimersByTimeAsync(1_500)))
const NOT_KNOWN = failure(404, 'NOT_FOUND', 'No.')
const CANCEL = 'POST /api/generations/job-1/cancel'
const timesAsked = ({ calls }: World) => calls.filter(({ route }) => route === 'GET /api/generations/job-1').length

describe('a generation whose form is on its way', () => {
  it('is named, in the address and in the browser, before the first byte is sent', async () => {
    const world = await generate({ 'POST /api/generations': new Promise(() => {}) })
    await waitFor(() => expect(sentForms(world)).toHaveLength(1))
    const { id } = sentForms(world)[0]!
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(screen.getByTestId('address').textContent).toBe(`/?job=${id as string}`)
    expect(world.kept.get('generation')).toBe(id)
    expect(screen.getByText('Uploading your photo')).toBeTruthy()
  })

  it('is waited for after a reload, because it may arrive any moment', async () => {
    let asked = 0
    const world = reloadWhileSending(() => (++asked < 3 ? NOT_KNOWN : { body: READY }))
    expect(await screen.findByText('Checking your upload')).toBeTruthy()
    await passPolls()
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
    expect(world.kept.get('generation-sending')).toBeUndefined()
  })

  it('that never arrived gives the form back and says that the photo is needed again', async () => {
    const world = reloadWhileSending(NOT_KNOWN)
    await screen.findByText('Checking your upload')
    world.clock.time += 20_000
    await passPolls()
    expect((await screen.findByRole('alert')).textContent).toContain('Please add it again')
    expect(nickname().value).toBe('Ace')
  })

  it('that never arrived is asked for no more: the form and its address stay as they are', async () => {
    const world = reloadWhileSending(NOT_KNOWN)
    await screen.findByText('Checking your upload')
    world.clock.time += 20_000
    await passPolls()
    await screen.findByRole('alert')
    const [field, asked] = [nickname(), timesAsked(world)]
    await passPolls()
    expect(timesAsked(world)).toBe(asked)
    expect(nickname()).toBe(field)
    expect(screen.getByTestId('address').textContent).toBe('/')
    expect(world.kept.get('generation')).toBeUndefined()
  })

  it('is looked for in one place while it may arrive, also between two answers', async () => {
    let answer: (() => void) | undefined
    const world = reloadWhileSending(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(NOT_KNOWN)
        }),
    )
    const status = await screen.findByText('Checking your upload')
    for (const times of [1, 2, 3]) {
      if (times > 1) await passPolls()
      await waitFor(() => expect(timesAsked(world)).toBe(times))
      expect(screen.getByText('Checking your upload')).toBe(status)
      await act(async () => answer!())
    }
  })

  it('is not called lost before the server has been asked', async () => {
    let isDown = true
    const world = reloadWhileSending(() => (isDown ? 'unreachable' : { body: READY }))
    await screen.findByText('Checking your upload')
    world.clock.time += 20_000
    const said = await screen.findByText('No connection. Still trying.')
    await passPolls()
    expect(screen.getByText('No connection. Still trying.')).toBe(said)
    expect(screen.queryByRole('alert')).toBeNull()
    isDown = false
    await passPolls()
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
  })

  it('can be given up after a reload: the server is told, and the card before is kept', async () => {
    const world = createWorld({ 'GET /api/generations/job-1': NOT_KNOWN, [CANCEL]: NOT_KNOWN })
    for (const [key, id] of [
      ['generation', 'job-1'],
      ['generation-sending', 'job-1'],
      ['generation-before', 'job-0'],
    ] as const)
      world.memory.set(key, id)
    show(<GeneratorScreen />, world)
    await screen.findByText('Checking your upload')
    press('Cancel')
    await screen.findByRole('button', { name: 'Generate' })
    await waitFor(() => expect(world.calls.map(({ route }) => route)).toContain(CANCEL))
    expect(screen.queryByRole('alert')).toBeNull()
    expect([world.kept.get('generation'), world.kept.get('generation-before')]).toEqual([undefined, 'job-0'])
  })

  it('goes on when only the answer was lost', async () => {
    const world = open({
      'POST /api/generations': (form) => {
        const id = (form as FormData).get('id') as string
        world.routes[`GET /api/generations/${id}`] = { body: { ...READY, id } }
        return 'unreachable'
      },
    })
    fill()
    await takePhoto()
    fireEvent.click(generateButton())
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
    expect(posted(world)).toHaveLength(1)
  })

  it('stays on the screen when only the answer was lost and the server draws it', async () => {
    let asked = 0
    const world = open({
      'POST /api/generations': (form) => {
        const id = (form as FormData).get('id') as string
        world.routes[`GET /api/generations/${id}`] = () =>
          ++asked > 1 ? new Promise(() => {}) : { body: aGeneration({ id, state: 'drawing' }) }
        return 'unreachable'
      },
    })
    fill()
    await takePhoto()
    fireEvent.click(generateButton())
    const heading = await screen.findByRole('heading', { name: 'Drawing your card' })
    await waitFor(() => expect(currentStep()).toContain('Drawing'))
    await passPolls()
    expect(asked).toBeGreaterThan(1)
    expect(screen.getByRole('heading', { name: 'Drawing your card' })).toBe(heading)
  })

  it.each(['the server does not know', 'cannot be asked for either'])('that %s gives the form back', async (why) => {
    const world = open({
      'POST /api/generations': (form) => {
        const id = (form as FormData).get('id') as string
        world.routes[`GET /api/generations/${id}`] = why.includes('know') ? NOT_KNOWN : 'unreachable'
        return 'unreachable'
      },
    })
    fill()
    await takePhoto()
    fireEvent.click(generateButton())
    expect(await screen.findByText(/^Failed to generate card: /)).toBeTruthy()
    expect(nickname().value).toBe('Nacho Joe')
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('that is given up while it is looked for stays given up, and is cancelled once it is found', async () => {
    let find: ((answer: { body: unknown }) => void) | undefined
    const world = open({
      'POST /api/generations': (form) => {
        const id = (form as FormData).get('id') as string
        world.routes[`GET /api/generations/${id}`] = new Promise((resolve) => {
          find = () => resolve({ body: aGeneration({ id }) })
        })
        world.routes[`POST /api/generations/${id}/cancel`] = { body: aGeneration({ id, state: 'cancelled' }) }
        return 'unreachable'
      },
    })
    fill()
    await takePhoto()
    fireEvent.click(generateButton())
    await waitFor(() => expect(world.calls.some(({ route }) => route.startsWith('GET /api/generations/'))).toBe(true))
    press('Cancel')
    const button = await screen.findByRole('button', { name: 'Generate' })
    await act(async () => find!({ body: null }))
    await waitFor(() => expect(world.calls.some(({ route }) => route.endsWith('/cancel'))).toBe(true))
    expect(screen.getByRole('button', { name: 'Generate' })).toBe(button)
    expect(screen.queryByText(/Failed/)).toBeNull()
  })

  it('can be given up: what the server then makes of it is cancelled', async () => {
    let answer: (value: { status: number; body: unknown }) => void = () => {}
    const world = await generate({
      'POST /api/generations': new Promise((resolve) => (answer = resolve)),
      [CANCEL]: { body: aGeneration({ state: 'cancelled' }) },
    })
    press('Cancel')
    expect(await screen.findByRole('button', { name: 'Generate' })).toBeTruthy()
    answer({ status: 202, body: aGeneration() })
    await waitFor(() => expect(world.calls.map(({ route }) => route)).toContain(CANCEL))
    expect(screen.queryByText(/Failed/)).toBeNull()
  })
})

describe('a server that cannot be reached', () => {
  it('after a reload leaves the waiting page in place, and reveals no card that was seen', async () => {
    setMotion('no-preference')
    let isDown = true
    const world = createWorld({
      'GET /api/generations/job-1': () => (isDown ? failure(503, 'SERVICE_UNAVAILABLE', 'Busy.') : { body: READY }),
    })
    for (const key of ['generation', 'generation-seen']) world.memory.set(key, 'job-1')
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    const said = await screen.findByText('No connection. Still trying.')
    const asked = timesAsked(world)
    await passPolls()
    expect(timesAsked(world)).toBeGreaterThan(asked)
    expect(screen.getByText('No connection. Still trying.')).toBe(said)
    isDown = false
    await passPolls()
    await screen.findByRole('heading', { name: SUCCESS.cardReady })
    expect(document.querySelector('.reveal-foil')).toBeNull()
  })

  it.each([
    ['a card that was being looked for', ['generation']],
    ['a form that was on its way', ['generation', 'generation-sending']],
  ])('does not lose %s when Cancel is pressed: the form has the way back to it', async (_what, kept) => {
    const world = createWorld({ 'GET /api/generations/job-1': 'unreachable', [CANCEL]: 'unreachable' })
    for (const key of kept) world.memory.set(key, 'job-1')
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(ERRORS.NETWORK_ERROR.message)).toBeTruthy()
    expect(world.calls.map(({ route }) => route)).toContain(CANCEL)
    expect(screen.getByRole('button', { name: 'Generate' })).toBeTruthy()
    world.routes['GET /api/generations/job-1'] = { body: READY }
    press('Go back to it')
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
  })
})
