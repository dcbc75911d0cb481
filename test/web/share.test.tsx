import jsQR from 'jsqr'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SHARE_WORDS } from '#shared/domain/messages.ts'
import { loadAnswers } from '#web/lib/api.ts'
import { createWorld, failure } from './support.tsx'
import { CARD, MANAGE, open, press, sentBy, URL_OF_PAGE, visibility } from './share-support.tsx'

// A file that is fetched takes real time, which the clock of a test does not wait for.
beforeAll(loadAnswers)
afterEach(() => void vi.useRealTimers())

const MODULE_PX = 4

/** Reads a QR code that is drawn as an SVG of one square a module. */
function scanned(address: string): string | undefined {
  const svg = decodeURIComponent(address.replace('data:image/svg+xml,', ''))
  const side = Number(/viewBox="0 0 (\d+) \1"/u.exec(svg)![1]) * MODULE_PX
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255)
  for (const [, column, row] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/gu))
    for (let y = 0; y < MODULE_PX; y++) {
      const from = 4 * ((Number(row) * MODULE_PX + y) * side + Number(column) * MODULE_PX)
      for (let x = 0; x < MODULE_PX; x++) pixels.fill(0, from + 4 * x, from + 4 * x + 3)
    }
  return jsQR(pixels, side, side)?.data
}

describe('the share button', () => {
  const held = (overrides: Parameters<typeof createWorld>[1]) => {
    vi.useFakeTimers()
    const world = open({}, {}, { canShare: () => true, ...overrides })
    return { world, ready: () => act(() => vi.advanceTimersByTimeAsync(2_000)) }
  }

  it('hands on picture and link at once, the picture having been got before the press', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
    const { world, ready } = held({ share })
    await ready()
    expect(sentBy(world)).toEqual([`GET ${CARD.imageUrl}`])
    press('Share…')
    const [data] = share.mock.calls[0]!
    expect(data).toMatchObject({ title: 'Nacho Joe', text: SHARE_WORDS.own('Nacho Joe', 84).beat, url: URL_OF_PAGE })
    expect(data.files?.map(({ name, size }) => [name, size])).toEqual([['Nacho Joe-fantasy-card.jpg', 7]])
    await ready()
    expect(visibility()).toBe('unlisted')
  })

  it('hands on the picture alone where picture and link do not go together', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
    const { ready } = held({ share, canShare: ({ url }) => url === undefined })
    await ready()
    press('Share…')
    expect(Object.keys(share.mock.calls[0]![0])).toEqual(['title', 'text', 'files'])
    await ready()
  })

  it('hands on the link where the picture is refused, and copies it where that fails too', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.reject(new TypeError('no')))
    const { world, ready } = held({ share })
    await ready()
    press('Share…')
    await ready()
    expect(share.mock.calls.map(([{ files }]) => files?.length ?? 0)).toEqual([1, 0])
    expect(world.copied).toEqual([URL_OF_PAGE])
    expect(screen.getByText('Share link copied to clipboard!')).toBeTruthy()
  })

  it('is silent when the share sheet is dismissed', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('', 'AbortError')))
    const { world, ready } = held({ share })
    press('Share…')
    await ready()
    expect(share).toHaveBeenCalledOnce()
    expect(world.copied).toEqual([])
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
  })

  it('is offered on the result only where there is a share sheet', () => {
    open()
    expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull()
  })

  it('copies the link on the card page where there is no share sheet', async () => {
    const world = open({ place: 'page', visibility: 'public' })
    press('Share…')
    expect(await screen.findByText('Share link copied to clipboard!')).toBeTruthy()
    expect(world.copied).toEqual([URL_OF_PAGE])
    expect(sentBy(world).filter((route) => route.startsWith('POST'))).toEqual([])
  })
})

describe('the links', () => {
  it.each([
    ['result', 'Card link copied to clipboard!'],
    ['page', 'Share link copied to clipboard!'],
  ] as const)('copied on the %s is confirmed in its words, and on the button for 3 seconds', async (place, words) => {
    const world = open({ place })
    vi.useFakeTimers()
    press('Copy Link')
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.getByText(words)).toBeTruthy()
    expect(world.copied).toEqual([URL_OF_PAGE])
    expect(visibility()).toBe('unlisted')
    await act(() => vi.advanceTimersByTimeAsync(2_900))
    expect(screen.getByText('Copied')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('of the image is copied for Instagram, confirmed for 4 seconds, with the story image beside it', async () => {
    const world = open()
    vi.useFakeTimers()
    press('Instagram: copy image link')
    await act(() => vi.advanceTimersByTimeAsync(10))
    const words = 'Image link copied! Open Instagram and paste to share.'
    expect(screen.getByText(words)).toBeTruthy()
    expect(world.copied).toEqual([CARD.imageUrl])
    await act(() => vi.advanceTimersByTimeAsync(3_900))
    expect(screen.getByText(words)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.queryByText(words)).toBeNull()
    expect(screen.getByRole('link', { name: 'Save the vertical image' }).getAttribute('href')).toBe(
      '/download/card-1/story',
    )
  })

  it.each([
    ['the clipboard refuses', {}, { copyText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
    ['the card cannot be shared', { 'POST /api/cards/card-1/share': failure(500, 'INTERNAL', 'Broken.') }, {}],
  ])('are not said to be copied when %s', async (_, routes, overrides) => {
    open({}, routes, overrides)
    press('Copy Link')
    expect(await screen.findByText('Failed to copy URL.')).toBeTruthy()
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('go to X and WhatsApp as plain links, and the page works by then', async () => {
    const world = open()
    press('More')
    const links = [
      screen.getByRole('link', { name: 'Share on X' }),
      await screen.findByRole('link', { name: /WhatsApp/ }),
    ]
    const [x, whatsApp] = links.map((link) => new URL(link.getAttribute('href')!))
    expect([x!.origin + x!.pathname, x!.searchParams.get('url')]).toEqual(['https://x.com/intent/tweet', URL_OF_PAGE])
    expect(whatsApp!.origin).toBe('https://wa.me')
    expect(whatsApp!.searchParams.get('text')).toBe(
      `Meet Nacho Joe, my fantasy football card. Beat my 84! ${URL_OF_PAGE}`,
    )
    links[1]!.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(links[1]!)
    await waitFor(() => expect(sentBy(world)).toEqual(['POST /api/cards/card-1/share']))
  })
})

describe('the words that go with a card', () => {
  const textOnX = () =>
    new URL(screen.getByRole('link', { name: 'Share on X', hidden: true }).getAttribute('href')!).searchParams.get(
      'text',
    )

  it('are chosen once for every way', async () => {
    open({ visibility: 'public' })
    expect(textOnX()).toBe('Meet Nacho Joe, my fantasy football card. Vote me into the Top 100!')
    press('More')
    expect(await screen.findAllByRole('radio')).toHaveLength(3)
    fireEvent.click(screen.getByRole('radio', { name: /Beat my 84!/ }))
    expect(textOnX()).toBe('Meet Nacho Joe, my fantasy football card. Beat my 84!')
    const whatsApp = screen.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')!
    expect(new URL(whatsApp).searchParams.get('text')).toContain('Beat my 84!')
  })

  it.each(['draft', 'unlisted'] as const)('ask for no votes for a card that is %s', async (visibility) => {
    open({ visibility })
    press('More')
    const choices = await screen.findAllByRole('radio')
    const texts = choices.map((choice) => choice.closest('label')!.textContent)
    expect(texts).toEqual([
      'Meet Nacho Joe, my fantasy football card. Beat my 84!',
      'Meet Nacho Joe, my fantasy football card. Make yours!',
    ])
  })

  it("do not call a stranger's card one's own", () => {
    open({ place: 'page', mine: false, visibility: 'public' })
    expect(textOnX()).toBe('Help Nacho Joe crack the Top 100. Vote!')
  })
})

describe('more ways', () => {
  it('copies the image itself, asking the clipboard within the click', async () => {
    const copyPicture = vi.fn(async (picture: Promise<Blob>) => void (await picture))
    open({}, {}, { copyPicture })
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /Copy image/ }))
    expect(copyPicture).toHaveBeenCalledOnce()
    expect(await screen.findByRole('button', { name: /Copied/ })).toBeTruthy()
  })

  it('says so when the image does not come', async () => {
    open({}, { [`GET ${CARD.imageUrl}`]: 'unreachable' }, { copyPicture: async (picture) => void (await picture) })
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /Copy image/ }))
    expect(await screen.findByText(/couldn't copy the image/)).toBeTruthy()
  })

  it('shows a code for another phone, and only once its address works', async () => {
    open({}, { 'POST /api/cards/card-1/share': failure(500, 'INTERNAL', 'Broken.') })
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /QR code/ }))
    expect(await screen.findByText('Broken.')).toBeTruthy()
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  })

  it('copies the manage link, for the maker alone', async () => {
    const world = open()
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /Copy manage link/ }))
    await waitFor(() => expect(world.copied).toEqual([MANAGE]))
    expect(await screen.findByRole('button', { name: /^Copied/ })).toBeTruthy()
  })

  it('the code is a picture that says what it is, and leads to the page', async () => {
    open({ visibility: 'unlisted' })
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /QR code/ }))
    const code = await screen.findByRole('img', { name: "QR code of the card's page" })
    expect(scanned(code.getAttribute('src')!)).toBe(URL_OF_PAGE)
  })
})
