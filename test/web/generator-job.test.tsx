import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '#shared/client/errors.ts'
import type { Generation, GenerationState } from '#shared/contracts/generations.ts'
import { getTeam } from '#shared/domain/team.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  aGeneration,
  currentStep,
  generate,
  generateButton,
  nickname,
  number,
  getGenerationCalls,
  READY,
  getSentForms,
} from './generator-support.tsx'
import { createWorld, failure, show } from './support.tsx'

/** Sends a form whose response is pending while progress is pushed. */
async function generateUnanswered() {
  let resolve: ((response: { status: number; body: Generation }) => void) | undefined
  const held = new Promise<{ status: number; body: Generation }>((done) => {
    resolve = done
  })
  const world = await generate({ 'POST /api/generations': held })
  await waitFor(() => expect(getGenerationCalls(world)).toHaveLength(1))
  const id = getSentForms(world)[0]!['id'] as string
  await waitFor(() => expect(world.listeners.has(`job:${id}`)).toBe(true))
  const { onMessage, onState } = world.listeners.get(`job:${id}`)!
  act(() => onState(true))
  return {
    world,
    id,
    tell: (state: GenerationState) => act(() => onMessage('generation', { id, state, attempt: 1, attempts: 4 })),
    reply: () => act(async () => resolve!({ status: 202, body: aGeneration({ id }) })),
  }
}

describe('generating', () => {
  it('sends the form, shows the actual state and ends with the card', async () => {
    let now = aGeneration()
    const world = await generate({
      'POST /api/generations': { status: 202, body: now },
      'GET /api/generations/job-1': () => ({ body: now }),
    })
    expect(await screen.findByRole('heading', { name: 'Drawing your card' })).toBeTruthy()
    const form = getGenerationCalls(world)[0]!.body as FormData
    expect([form.get('nickname'), form.get('number'), form.get('team'), form.get('armor')]).toEqual([
      'Nacho Joe',
      '7',
      expect.toSatisfy((team: string) => getTeam(team) !== null),
      'none',
    ])
    expect(form.get('photo')).toBeInstanceOf(Blob)
    await waitFor(() => expect(currentStep()).toBe('Reading the photo'))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/?job=job-1'))

    now = aGeneration({ state: 'drawing', attempt: 2 })
    expect(await screen.findByText('Try 2 of 4')).toBeTruthy()
    expect(currentStep()).toBe('Drawing')

    now = READY
    const heading = await screen.findByRole('heading', { name: SUCCESS.cardReady })
    expect(document.activeElement).toBe(heading)
    expect(screen.getAllByText(SUCCESS.cardReady), 'the heading alone says so').toHaveLength(1)
    expect(screen.getByRole('img', { name: /Nacho Joe, number 7/ }).getAttribute('src')).toBe(READY.card!.imageUrl)
  })

  it('subscribes to a generation’s steps before its form has arrived', async () => {
    const world = await generate({ 'POST /api/generations': new Promise(() => {}) })
    await waitFor(() => expect(getGenerationCalls(world)).toHaveLength(1))
    const id = (getGenerationCalls(world)[0]!.body as FormData).get('id') as string
    await waitFor(() => expect(world.listeners.has(`job:${id}`)).toBe(true))
  })

  it('keeps a pushed step that arrives before the response to the form', async () => {
    const { world, id, tell, reply } = await generateUnanswered()
    const requests: string[] = []
    world.routes[`GET /api/generations/${id}`] = () => {
      requests.push(id)
      return { body: { ...READY, id } }
    }
    expect(currentStep()).toBeUndefined()
    tell('drawing')
    await waitFor(() => expect(currentStep()).toBe('Drawing'))
    expect(screen.getByText('You can leave. Your card will be here when you get back.')).toBeTruthy()
    tell('finishing')
    await waitFor(() => expect(currentStep()).toBe('Finishing touches'))
    await reply()
    expect(currentStep()).toBe('Finishing touches')
    expect(requests).toEqual([])

    tell('ready')
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
  })

  it('immediately shows a card finished before the response to its form', async () => {
    const { world, id, tell, reply } = await generateUnanswered()
    world.routes[`GET /api/generations/${id}`] = { body: { ...READY, id } }
    tell('ready')
    await reply()
    // Sooner than the slow polling interval used with push.
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
  })

  it('survives a lost connection while waiting', async () => {
    let responses = 0
    await generate({
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': () => (++responses < 3 ? 'unreachable' : { body: READY }),
    })
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
    expect(responses).toBe(3)
  })

  it('reports a failed generation and restores the form, including the photo', async () => {
    await generate({
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': {
        body: aGeneration({ state: 'failed', error: { code: 'AI_NO_IMAGE', message: 'AI returned no image.' } }),
      },
    })
    expect(await screen.findByText('Failed to generate card: AI returned no image.')).toBeTruthy()
    expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
  })

  it('offers the built-in artist when another engine fails, and uses it only on request', async () => {
    const error = { code: 'AI_MODERATED', message: ERRORS.AI_MODERATED.message }
    const world = await generate({
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': { body: aGeneration({ state: 'failed', attempt: 1, error, offer: 'embedded' }) },
    })
    const offer = await screen.findByRole('button', { name: 'Use our built-in artist' })
    expect(getGenerationCalls(world).map(({ body }) => (body as FormData).get('engine'))).toEqual([null])
    fireEvent.click(offer)
    await waitFor(() => expect(getGenerationCalls(world)).toHaveLength(2))
    const again = getGenerationCalls(world)[1]!.body as FormData
    expect([again.get('engine'), again.get('nickname')]).toEqual(['embedded', 'Nacho Joe'])
    expect(again.get('photo')).toBeInstanceOf(Blob)
  })

  it('reports a refused request and restores the form', async () => {
    const words = "You've used today's cards. Come back tomorrow."
    await generate({ 'POST /api/generations': failure(429, 'QUOTA_EXCEEDED', words) })
    expect(await screen.findByText(`Failed to generate card: ${words}`)).toBeTruthy()
    expect(nickname().value).toBe('Nacho Joe')
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('also marks the field when only the server refused the photo', async () => {
    await generate({ 'POST /api/generations': failure(422, 'IMAGE_UNREADABLE', ERRORS.IMAGE_UNREADABLE.message) })
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.IMAGE_UNREADABLE.message)
  })

  it('restores the form after Cancel, without an error', async () => {
    const world = await generate({
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': { body: aGeneration() },
      'POST /api/generations/job-1/cancel': { body: aGeneration({ state: 'cancelled' }) },
    })
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(cancel.hasAttribute('disabled')).toBe(false))
    fireEvent.click(cancel)
    await waitFor(() => expect(generateButton()).toBeTruthy())
    expect(screen.queryByText(/Failed/)).toBeNull()
    expect(world.stored.get('generation')).toBeUndefined()
  })

  it('resumes a generation after a reload by the stored id alone', async () => {
    const world = createWorld({ 'GET /api/generations/job-1': { body: aGeneration({ state: 'drawing', attempt: 1 }) } })
    world.memory.set('generation', 'job-1')
    show(<GeneratorScreen />, world)
    expect(await screen.findByText('You can leave. Your card will be here when you get back.')).toBeTruthy()
    await waitFor(() => expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Drawing'))
  })

  it('forgets an id that the server does not know', async () => {
    const world = createWorld({
      'GET /api/generations/job-9': failure(404, 'NOT_FOUND', 'There is nothing here.'),
    })
    show(<GeneratorScreen />, world, { at: '/?job=job-9' })
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
    expect(generateButton()).toBeTruthy()
  })
})
