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
  getGenerationCalls,
  press,
  READY,
  getSentForms,
  takePhoto,
} from './generator-support.tsx'
import { setMotion } from './motion.ts'
import { createWorld, failure, type Routes, show, type World } from './support.tsx'

/** Reloads a page that was left while sending a form. */
function reloadWhileSending(respond: Routes[string]) {
  const world = createWorld({ 'GET /api/generations/job-1': respond })
  world.memory.set('generation', 'job-1')
  world.memory.set('generation-sending', 'job-1')
  world.memory.set('player-form', JSON.stringify({ nickname: 'Ace', number: '7', team: '', armor: '' }))
  show(<GeneratorScreen />, world)
  return world
}
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())
/** Advances the time by two polls. */
const passPolls = () => act(async () => void (await vi.advanceTimersByTimeAsync(1_500)))
const NOT_KNOWN = failure(404, 'NOT_FOUND', 'No.')
const CANCEL = 'POST /api/generations/job-1/cancel'
const countRequests = ({ calls }: World) => calls.filter(({ route }) => route === 'GET /api/generations/job-1').length

describe('a pending upload', () => {
  it('stores the generation’s id in the URL and the browser before sending the form', async () => {
    const world = await generate({ 'POST /api/generations': new Promise(() => {}) })
    await waitFor(() => expect(getSentForms(world)).toHaveLength(1))
    const { id } = getSentForms(world)[0]!
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(screen.getByTestId('address').textContent).toBe(`/?job=${id as string}`)
    expect(world.stored.get('generation')).toBe(id)
    expect(screen.getByText('Uploading your photo')).toBeTruthy()
  })

  it('waits after a reload for a form that may still arrive', async () => {
    let requestCount = 0
    const world = reloadWhileSending(() => (++requestCount < 3 ? NOT_KNOWN : { body: READY }))
    expect(await screen.findByText('Checking your upload')).toBeTruthy()
    await passPolls()
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
    expect(world.stored.get('generation-sending')).toBeUndefined()
  })

  it('restores the form when the upload never arrived, and asks for the photo again', async () => {
    const world = reloadWhileSending(NOT_KNOWN)
    await screen.findByText('Checking your upload')
    world.clock.time += 20_000
    await passPolls()
    expect((await screen.findByRole('alert')).textContent).toContain('Please add it again')
    expect(nickname().value).toBe('Ace')
  })

  it('stops polling for an upload that never arrived, and keeps the form and its URL', async () => {
    const world = reloadWhileSending(NOT_KNOWN)
    await screen.findByText('Checking your upload')
    world.clock.time += 20_000
    await passPolls()
    await screen.findByRole('alert')
    const [field, requestCount] = [nickname(), countRequests(world)]
    await passPolls()
    expect(countRequests(world)).toBe(requestCount)
    expect(nickname()).toBe(field)
    expect(screen.getByTestId('address').textContent).toBe('/')
    expect(world.stored.get('generation')).toBeUndefined()
  })

  it('polls for an upload in one place, even between two responses', async () => {
    let reply: (() => void) | undefined
    const world = reloadWhileSending(
      () =>
        new Promise((resolve) => {
          reply = () => resolve(NOT_KNOWN)
        }),
    )
    const status = await screen.findByText('Checking your upload')
    for (const times of [1, 2, 3]) {
      if (times > 1) await passPolls()
      await waitFor(() => expect(countRequests(world)).toBe(times))
      expect(screen.getByText('Checking your upload')).toBe(status)
      await act(async () => reply!())
    }
  })

  it('reports an upload as lost only after asking the server', async () => {
    let isDown = true
    const world = reloadWhileSending(() => (isDown ? 'unreachable' : { body: READY }))
    await screen.findByText('Checking your upload')
    world.clock.time += 20_000
    const sentence = await screen.findByText('No connection. Still trying.')
    await passPolls()
    expect(screen.getByText('No connection. Still trying.')).toBe(sentence)
    expect(screen.queryByRole('alert')).toBeNull()
    isDown = false
    await passPolls()
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
  })

  it('cancels an upload on the server after a reload, and keeps the earlier card', async () => {
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
    expect([world.stored.get('generation'), world.stored.get('generation-before')]).toEqual([undefined, 'job-0'])
  })

  it('continues when only the response to the form was lost', async () => {
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
    expect(getGenerationCalls(world)).toHaveLength(1)
  })

  it('keeps the waiting screen when only the response was lost and the server is drawing', async () => {
    let requestCount = 0
    const world = open({
      'POST /api/generations': (form) => {
        const id = (form as FormData).get('id') as string
        world.routes[`GET /api/generations/${id}`] = () =>
          ++requestCount > 1 ? new Promise(() => {}) : { body: aGeneration({ id, state: 'drawing' }) }
        return 'unreachable'
      },
    })
    fill()
    await takePhoto()
    fireEvent.click(generateButton())
    const heading = await screen.findByRole('heading', { name: 'Drawing your card' })
    await waitFor(() => expect(currentStep()).toContain('Drawing'))
    await passPolls()
    expect(requestCount).toBeGreaterThan(1)
    expect(screen.getByRole('heading', { name: 'Drawing your card' })).toBe(heading)
  })

  it.each(['the server does not know', 'cannot be asked for either'])(
    'restores the form of a generation that %s',
    async (why) => {
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
    },
  )

  it('cancels a generation once it is found when the visitor gave it up meanwhile', async () => {
    let find: ((response: { body: unknown }) => void) | undefined
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

  it('cancels the generation of a form that was given up', async () => {
    let reply: (value: { status: number; body: unknown }) => void = () => {}
    const world = await generate({
      'POST /api/generations': new Promise((resolve) => (reply = resolve)),
      [CANCEL]: { body: aGeneration({ state: 'cancelled' }) },
    })
    press('Cancel')
    expect(await screen.findByRole('button', { name: 'Generate' })).toBeTruthy()
    reply({ status: 202, body: aGeneration() })
    await waitFor(() => expect(world.calls.map(({ route }) => route)).toContain(CANCEL))
    expect(screen.queryByText(/Failed/)).toBeNull()
  })
})

describe('an unreachable server', () => {
  it('keeps the waiting page after a reload while the server is unreachable, and does not replay the reveal', async () => {
    setMotion('no-preference')
    let isDown = true
    const world = createWorld({
      'GET /api/generations/job-1': () => (isDown ? failure(503, 'SERVICE_UNAVAILABLE', 'Busy.') : { body: READY }),
    })
    for (const key of ['generation', 'generation-seen']) world.memory.set(key, 'job-1')
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    const sentence = await screen.findByText('No connection. Still trying.')
    const requestCount = countRequests(world)
    await passPolls()
    expect(countRequests(world)).toBeGreaterThan(requestCount)
    expect(screen.getByText('No connection. Still trying.')).toBe(sentence)
    isDown = false
    await passPolls()
    await screen.findByRole('heading', { name: SUCCESS.cardReady })
    expect(document.querySelector('.reveal-foil')).toBeNull()
  })

  it.each([
    ['a card being looked up', ['generation']],
    ['a form being sent', ['generation', 'generation-sending']],
  ])('keeps the link to %s when Cancel is pressed while the server is unreachable', async (_what, part) => {
    const world = createWorld({ 'GET /api/generations/job-1': 'unreachable', [CANCEL]: 'unreachable' })
    for (const key of part) world.memory.set(key, 'job-1')
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
