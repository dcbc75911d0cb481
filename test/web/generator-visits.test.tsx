import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { keepPhoto } from '#web/screens/generator/kept-photo.ts'
import {
  aFile,
  aGeneration,
  aPhoto,
  choose,
  FACE,
  fill,
  generateButton,
  nickname,
  number,
  photoInput,
  press,
  READY,
  sees,
  sentForms,
  takeClearPhoto,
} from './generator-support.tsx'
import { createWorld, renderApp, type World } from './support.tsx'

const LOST = "Choose your photo again. We don't keep it, not even here."
const preview = () => screen.queryByRole('img', { name: 'You, as you will be sent' })
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })
const readyHeading = () => heading(SUCCESS.cardReady)
const follow = (name: string) => fireEvent.click(screen.getAllByRole('link', { name })[0]!)
const goBack = () => act(async () => history.back())
const goForward = () => act(async () => history.forward())
const address = () => location.pathname + location.search

/** Opens the whole app with a server that draws each card when `draw` is called. */
async function openApp(device: Partial<Platform> = {}, path = '/') {
  history.pushState(null, '', path)
  let isDrawn = false
  const world: World = createWorld(
    {
      'POST /api/generations': (form) => {
        const id = (form as FormData).get('id') as string
        world.routes[`GET /api/generations/${id}`] = () => ({ body: { ...(isDrawn ? READY : aGeneration()), id } })
        return { status: 202, body: aGeneration({ id }) }
      },
    },
    { preparePhoto: async () => aPhoto(), faces: sees(FACE), ...device },
  )
  renderApp(world)
  await screen.findByRole('heading', { level: 1 })
  return { world, draw: () => (isDrawn = true) }
}

async function makeCard() {
  const { world, draw } = await openApp()
  await screen.findByRole('button', { name: 'Generate' })
  fill()
  await takeClearPhoto()
  fireEvent.click(generateButton())
  await waitFor(() => expect(sentForms(world)).toHaveLength(1))
  draw()
  await readyHeading()
  const [form] = sentForms(world)
  return { world, card: `/?job=${form!['id'] as string}` }
}

/** Sends a form from an address. @returns a function that lets the server accept it */
async function sendHeldForm(path: string): Promise<() => void> {
  let accept = () => {}
  const accepted = new Promise<void>((resolve) => (accept = resolve))
  const { world } = await openApp({}, path)
  world.routes['POST /api/generations'] = async (form) => {
    await accepted
    return { status: 202, body: aGeneration({ id: (form as FormData).get('id') as string }) }
  }
  await screen.findByRole('button', { name: 'Generate' })
  await takeClearPhoto()
  fireEvent.click(generateButton())
  await waitFor(() => expect(sentForms(world)).toHaveLength(1))
  return accept
}

async function lookElsewhere() {
  follow(LABELS.contactUs)
  await heading(LABELS.contactUs)
}

beforeEach(() => history.replaceState(null, '', '/'))

describe('a photo in the form', () => {
  it('is there when the visitor comes back from another page', async () => {
    await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    await lookElsewhere()
    follow(LABELS.generator)
    await waitFor(() => expect(preview()).toBeTruthy())
    expect(screen.queryByText(LOST)).toBeNull()
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('is prepared again, and sent, when the visitor left while Generate waited for it', async () => {
    const slow: (() => void)[] = []
    const { world } = await openApp({
      preparePhoto: () => new Promise((resolve) => void slow.push(() => resolve(aPhoto()))),
    })
    await screen.findByRole('button', { name: 'Generate' })
    await choose(aFile())
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
    fireEvent.click(generateButton())
    expect(screen.queryByText(FAILURE.photoMissing)).toBeNull()
    await lookElsewhere()
    follow(LABELS.generator)
    await waitFor(() => expect(slow).toHaveLength(2))
    await act(async () => slow[0]!())
    expect([preview(), sentForms(world).length]).toEqual([null, 0])
    await act(async () => slow[1]!())
    await waitFor(() => expect(sentForms(world)).toHaveLength(1))
  })

  it('sends no form while the visitor is elsewhere, and sends it when they are back', async () => {
    const finds: (() => void)[] = []
    const { world } = await openApp({
      faces: {
        ...sees(FACE),
        inPhoto: () => new Promise((resolve) => void finds.push(() => resolve({ faces: [FACE], light: 128 }))),
      },
    })
    await screen.findByRole('button', { name: 'Generate' })
    await choose(aFile())
    await waitFor(() => expect(finds).toHaveLength(1))
    fireEvent.click(generateButton())
    await lookElsewhere()
    await act(async () => finds[0]!())
    expect(sentForms(world)).toHaveLength(0)
    follow(LABELS.generator)
    await waitFor(() => expect(finds).toHaveLength(2))
    await act(async () => finds[1]!())
    await waitFor(() => expect(sentForms(world)).toHaveLength(1))
  })

  it('is asked for again once after a reload, with the reason, until there is one', async () => {
    const { world } = await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    await lookElsewhere()
    keepPhoto({})
    follow(LABELS.generator)
    expect(await screen.findByText(LOST)).toBeTruthy()
    expect([world.kept.has('photo-chosen'), world.tabMemory.get('photo-chosen')]).toEqual([false, null])
    await takeClearPhoto()
    press('Remove photo')
    expect(screen.queryByText(LOST)).toBeNull()
    expect(world.tabMemory.get('photo-chosen')).toBeNull()
  })
})

describe('a finished card', () => {
  it('is what Back leads to from another page, and the form is beneath it with all that was in it', async () => {
    const { card } = await makeCard()
    await lookElsewhere()
    await goBack()
    await readyHeading()
    expect(address()).toBe(card)
    await goBack()
    await waitFor(() => expect(preview()).toBeTruthy())
    expect([address(), nickname().value, number().value]).toEqual(['/', 'Nacho Joe', '7'])
    await goForward()
    await readyHeading()
    expect(address()).toBe(card)
  })

  it('can be adjusted with the photo of this tab after another page was visited', async () => {
    const { world } = await makeCard()
    await lookElsewhere()
    await goBack()
    await readyHeading()
    fireEvent.click(screen.getByRole('button', { name: /^Adjust photo/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    await waitFor(() => expect(sentForms(world)).toHaveLength(2))
    expect(sentForms(world)[1]!['adjusts']).toBe(sentForms(world)[0]!['id'])
  })

  it.each([
    ['Make another card', () => press(LABELS.makeAnother)],
    ['a link to the generator', () => follow(LABELS.generator)],
    [
      'a link to the generator on another page',
      async () => {
        await lookElsewhere()
        follow(LABELS.generator)
      },
    ],
  ])('gives way to a new one at %s: team and gear stay, photo, name and number go', async (what, begin) => {
    const { world, card } = await makeCard()
    await begin()
    await waitFor(() => expect(photoInput()).toBeTruthy())
    expect([address(), nickname().value, number().value]).toEqual(['/', '', ''])
    expect(screen.queryByText(LOST)).toBeNull()
    const team = sentForms(world)[0]!['team'] as string
    expect(screen.getByRole('button', { name: new RegExp(`^Team Colors: ${team}`) })).toBeTruthy()
    await goBack()
    if (what.endsWith('another page')) await goBack()
    await readyHeading()
    expect(address()).toBe(card)
  })
})

it('puts the form beneath a card that was drawn over a reload', async () => {
  history.replaceState(null, '', '/?job=job-1')
  let isDrawn = false
  const world = createWorld({
    'GET /api/generations/job-1': () => ({ body: isDrawn ? READY : aGeneration() }),
  })
  renderApp(world)
  await heading('Drawing your card')
  isDrawn = true
  await readyHeading()
  await goBack()
  await screen.findByRole('button', { name: 'Generate' })
  expect(address()).toBe('/')
})

describe('a card that gets ready while its maker is elsewhere', () => {
  it('is announced on another page of the site', async () => {
    const { world, draw } = await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    fireEvent.click(generateButton())
    await waitFor(() => expect(sentForms(world)).toHaveLength(1))
    await lookElsewhere()
    draw()
    expect(await screen.findByText(SUCCESS.cardReady)).toBeTruthy()
    await heading(LABELS.contactUs)
    press(LABELS.seeIt)
    await readyHeading()
  })

  it("keeps the visitor on another page when its form came from another card's page", async () => {
    const accept = await sendHeldForm('/?from=c1')
    await lookElsewhere()
    await act(async () => accept())
    await heading(LABELS.contactUs)
    expect(address()).toBe('/contact')
  })

  it('keeps the visitor on a page that is still loading', async () => {
    const accept = await sendHeldForm('/?from=c1')
    // The address of the next page comes before its code.
    history.pushState({ idx: 1 }, '', '/contact')
    await act(async () => accept())
    expect(address()).toBe('/contact')
  })

  it('is announced in a hidden tab once that is looked at', async () => {
    const { world, draw } = await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    fireEvent.click(generateButton())
    await waitFor(() => expect(sentForms(world)).toHaveLength(1))
    const show = (isHidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
    }
    show(true)
    draw()
    await readyHeading()
    expect(screen.getAllByText(SUCCESS.cardReady)).toHaveLength(1)
    show(false)
    await waitFor(() => expect(screen.getAllByText(SUCCESS.cardReady)).toHaveLength(2))
  })
})
