import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { QUESTION } from '#shared/domain/messages.ts'
import { Shell } from '#web/app/shell.tsx'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import { aGeneration, aPhoto, fill, generateButton, takePhoto } from './generator-support.tsx'
import { CONFIG, createWorld, show } from './support.tsx'

it('refreshes the daily quota after a photo ended with a question', async () => {
  let left = 5
  const error = { code: 'FACE_NOT_FOUND', message: QUESTION.FACE_NOT_FOUND }
  const world = createWorld(
    {
      'GET /api/config': () => ({ body: { ...CONFIG, generations: { ...CONFIG.generations, left } } }),
      'POST /api/generations': (form) => {
        const id = (form as FormData).get('id') as string
        left = 4
        world.routes[`GET /api/generations/${id}`] = async () => {
          left = 5
          return { body: aGeneration({ id, state: 'failed', error }) }
        }
        return { status: 202, body: aGeneration({ id }) }
      },
    },
    { preparePhoto: async () => aPhoto() },
  )
  // Every page's frame also uses the settings, so they are refetched as soon as the form has arrived.
  show(
    <Shell>
      <GeneratorScreen />
    </Shell>,
    world,
  )
  const countRequests = () => world.calls.filter(({ route }) => route === 'GET /api/config').length
  fill()
  await takePhoto()
  await screen.findByText('5 left today')
  fireEvent.click(generateButton())
  await waitFor(() => expect(countRequests()).toBe(2))
  await waitFor(() => expect(countRequests()).toBe(3), { timeout: 5000 })
  expect(await screen.findByText('5 left today')).toBeTruthy()
})
