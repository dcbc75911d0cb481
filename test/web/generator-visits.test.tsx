import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FAILURE, LABELS, QUESTION, QUESTION_ELSEWHERE, SUCCESS } from '#shared/domain/messages.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { keepPhoto } from '#web/screens/generator/remembered-photo.ts'
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
  createFaceFinderStub,
  getSentForms,
  takeClearPhoto,
} from './generator-support.tsx'
import { aCardPage, createWorld, renderApp, type World } from './support.tsx'

const LOST = "Choose your photo again. We don't keep it, not even here."
const preview = () => screen.queryByRole('img', { name: 'You, as you will be sent' })
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })
const readyHeading = () => heading(SUCCESS.cardReady)
const follow = (name: string) => fireEvent.click(screen.getAllByRole('link', { name })[0]!)
const goBack = () => act(async () => history.back())
const goForward = () => act(async () => history.forward())
const address = () => location.pathname + location.search

/** Opens the whole app with a server that finishes each card when `draw` is called. */
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
    { preparePhoto: async () => aPhoto(), faces: createFaceFinderStub(FACE), ...device },
  )
  renderApp(world)
  await screen.findByRole('heading', { level: 1 })
  return { world, draw: () => (isDrawn = true) }
}

async function makeCard() {
  const { world, draw } = await openApp()
  await screen.findByRole('button', { name: 'Generate' })
  fill()
  press(LABELS.randomTeam)
  await takeClearPhoto()
  fireEvent.click(generateButton())
  await waitFor(() => expect(getSentForms(world)).toHaveLength(1))
  draw()
  await readyHeading()
  const [form] = getSentForms(world)
  return { world, card: `/?job=${form!['id'] as string}` }
}

/** Sends a form from a URL. @returns a function that lets the server accept it */
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
  await waitFor(() => expect(getSentForms(world)).toHaveLength(1))
  return accept
}

async function lookElsewhere() {
  follow(LABELS.contactUs)
  await heading(LABELS.contactUs)
}

beforeEach(() => history.replaceState(null, '', '/'))

describe('a photo in the form', () => {
  it('keeps the photo in the form when the visitor returns from another page', async () => {
    await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    await lookElsewhere()
    follow(LABELS.generator)
    await waitFor(() => expect(preview()).toBeTruthy())
    expect(screen.queryByText(LOST)).toBeNull()
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('prepares and sends a photo when the visitor left while Generate waited for it', async () => {
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
    expect([preview(), getSentForms(world).length]).toEqual([null, 0])
    await act(async () => slow[1]!())
    await waitFor(() => expect(getSentForms(world)).toHaveLength(1))
  })

  it('sends no form while the visitor is on another page, and sends it when they return', async () => {
    const finds: (() => void)[] = []
    const { world } = await openApp({
      faces: {
        ...createFaceFinderStub(FACE),
        inPhoto: () => new Promise((resolve) => void finds.push(() => resolve({ faces: [FACE], light: 128 }))),
      },
    })
    await screen.findByRole('button', { name: 'Generate' })
    await choose(aFile())
    await waitFor(() => expect(finds).toHaveLength(1))
    fireEvent.click(generateButton())
    await lookElsewhere()
    await act(async () => finds[0]!())
    expect(getSentForms(world)).toHaveLength(0)
    follow(LABELS.generator)
    await waitFor(() => expect(finds).toHaveLength(2))
    await act(async () => finds[1]!())
    await waitFor(() => expect(getSentForms(world)).toHaveLength(1))
  })

  it('asks once for the photo after a reload, with the reason, until there is one', async () => {
    const { world } = await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    await lookElsewhere()
    keepPhoto({})
    follow(LABELS.generator)
    expect(await screen.findByText(LOST)).toBeTruthy()
    expect([world.stored.has('photo-chosen'), world.tabMemory.get('photo-chosen')]).toEqual([false, null])
    await takeClearPhoto()
    press('Remove photo')
    expect(screen.queryByText(LOST)).toBeNull()
    expect(world.tabMemory.get('photo-chosen')).toBeNull()
  })
})

describe('a finished card', () => {
  it('shows the card with Back from another page, and the form with its contents one entry below', async () => {
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

  it('adjusts a card with this tab’s photo after another page was visited', async () => {
    const { world } = await makeCard()
    await lookElsewhere()
    await goBack()
    await readyHeading()
    fireEvent.click(screen.getByRole('button', { name: /^Adjust photo/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    expect(getSentForms(world)[1]!['adjusts']).toBe(getSentForms(world)[0]!['id'])
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
  ])('starts a new card at %s: keeps team and gear, drops photo, name and number', async (what, begin) => {
    const { world, card } = await makeCard()
    await begin()
    await waitFor(() => expect(photoInput()).toBeTruthy())
    expect([address(), nickname().value, number().value]).toEqual(['/', '', ''])
    expect(screen.queryByText(LOST)).toBeNull()
    const team = getSentForms(world)[0]!['team'] as string
    expect(screen.getByRole('button', { name: new RegExp(`^Team Colors: ${team}`) })).toBeTruthy()
    await goBack()
    if (what.endsWith('another page')) await goBack()
    await readyHeading()
    expect(address()).toBe(card)
  })
})

it.each([
  ['Back', () => goBack()],
  ['Undo', async () => void press('Undo')],
])('returns with %s from the form that changes a card to the card', async (_way, comeBack) => {
  const { card } = await makeCard()
  press('Change team, number or gear')
  await screen.findByText('A new version of Nacho Joe, same stats. The old card stays in My cards.')
  expect(document.activeElement?.textContent).toMatch(/^Team Colors: /)
  expect(address()).toBe('/')
  await comeBack()
  await readyHeading()
  expect(address()).toBe(card)
})

it('opens the edit tools for a link to them', async () => {
  history.replaceState(null, '', '/?job=job-1#edit-card')
  renderApp(createWorld({ 'GET /api/generations/job-1': { body: READY } }))
  await readyHeading()
  const tools = screen.getByText('Edit card').closest('details')!
  expect([tools.open, document.activeElement]).toEqual([true, tools.querySelector('summary')])
})

it('says that another version of a card in the Hall leaves that card as it is', async () => {
  history.replaceState(null, '', '/?job=job-1')
  const world = createWorld({
    'GET /api/generations/job-1': { body: { ...READY, card: { ...READY.card, visibility: 'public' } } },
    'GET /api/cards/card-1': { body: aCardPage() },
  })
  renderApp(world)
  await readyHeading()
  expect(screen.getByText(/^The card in the Hall stays as it is\./)).toBeTruthy()
  press('Change team, number or gear')
  await screen.findByText('Another version of Nacho Joe, same stats. The one in the Hall stays.')
  expect(screen.queryByText(/^A new version/)).toBeNull()
})

it('says that a card was hidden after reports, and offers neither the Hall nor edits', async () => {
  history.replaceState(null, '', '/?job=job-1')
  const card = { ...READY.card, hidden: true }
  renderApp(createWorld({ 'GET /api/generations/job-1': { body: { ...READY, card } } }))
  await readyHeading()
  expect(screen.getByText('Hidden after reports. Right now only you can see this card.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'What happens next' }).getAttribute('href')).toBe('/card/card-1')
  for (const name of [LABELS.saveToHall, LABELS.copyLink, 'Edit stats', 'Change nickname'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

it('puts the form below a card in the history when it finished after a reload', async () => {
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

describe("a card finished in the maker's absence", () => {
  it('announces a ready card on another page of the site', async () => {
    const { world, draw } = await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    fireEvent.click(generateButton())
    await waitFor(() => expect(getSentForms(world)).toHaveLength(1))
    await lookElsewhere()
    draw()
    expect(await screen.findByText(SUCCESS.cardReady)).toBeTruthy()
    await heading(LABELS.contactUs)
    press(LABELS.seeIt)
    await readyHeading()
  })

  it.each([
    ['the toast', async () => void press(LABELS.seeIt)],
    ['Back', () => goBack()],
  ])('asks about a photo without a face when %s leads back from another page', async (_way, comeBack) => {
    const { world } = await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    fireEvent.click(generateButton())
    await waitFor(() => expect(getSentForms(world)).toHaveLength(1))
    await lookElsewhere()
    const id = getSentForms(world)[0]!['id'] as string
    const error = { code: 'FACE_NOT_FOUND', message: QUESTION.FACE_NOT_FOUND }
    world.routes[`GET /api/generations/${id}`] = { body: aGeneration({ id, state: 'failed', error }) }
    expect(await screen.findByText(QUESTION_ELSEWHERE)).toBeTruthy()
    await comeBack()
    const dialog = await screen.findByRole('dialog', { name: 'Fit your face' })
    expect(within(dialog).getByText(QUESTION.FACE_NOT_FOUND)).toBeTruthy()
    expect(screen.queryByText(/add it again/)).toBeNull()
    press('Use photo')
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    expect(getSentForms(world)[1]).toMatchObject({ nickname: getSentForms(world)[0]!['nickname'] })
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
    // The URL of the next page changes before its code has loaded.
    history.pushState({ idx: 1 }, '', '/contact')
    await act(async () => accept())
    expect(address()).toBe('/contact')
  })

  it('announces a ready card in a hidden tab once it is visible', async () => {
    const { world, draw } = await openApp()
    await screen.findByRole('button', { name: 'Generate' })
    await takeClearPhoto()
    fireEvent.click(generateButton())
    await waitFor(() => expect(getSentForms(world)).toHaveLength(1))
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
