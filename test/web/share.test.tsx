import jsQR from 'jsqr'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SHARE_WORDS } from '#shared/domain/share-words.ts'
import { loadResponseParsers } from '#web/lib/api.ts'
import { createWorld, failure } from './support.tsx'
import { CARD, MANAGE, open, press, getSentRoutes, URL_OF_PAGE, visibility } from './share-support.tsx'

// Preloads a lazy chunk, because fake timers do not wait for `import()`.
beforeAll(loadResponseParsers)
afterEach(() => void vi.useRealTimers())

const MODULE_PX = 4

/** Decodes a QR code drawn as an SVG with one square per module. */
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

  it('shares image and link together, with the image loaded before the click', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
    const { world, ready } = held({ share })
    await ready()
    expect(getSentRoutes(world)).toEqual([`GET ${CARD.imageUrl}`])
    press('Share…')
    const [data] = share.mock.calls[0]!
    expect(data).toMatchObject({ title: 'Nacho Joe', text: SHARE_WORDS.own('Nacho Joe', 84).beat, url: URL_OF_PAGE })
    expect(data.files?.map(({ name, size }) => [name, size])).toEqual([['Nacho Joe-fantasy-card.jpg', 7]])
    await ready()
    expect(visibility()).toBe('unlisted')
  })

  it('shares only the image where the browser cannot share both', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
    const { ready } = held({ share, canShare: ({ url }) => url === undefined })
    await ready()
    press('Share…')
    expect(Object.keys(share.mock.calls[0]![0])).toEqual(['title', 'text', 'files'])
    await ready()
  })

  it('shares the link when the image is refused, and copies it when that fails too', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.reject(new TypeError('no')))
    const { world, ready } = held({ share })
    await ready()
    press('Share…')
    await ready()
    expect(share.mock.calls.map(([{ files }]) => files?.length ?? 0)).toEqual([1, 0])
    expect(world.copied).toEqual([URL_OF_PAGE])
    expect(screen.getByText('Share link copied to clipboard!')).toBeTruthy()
  })

  it('stays silent when the share sheet is dismissed', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('', 'AbortError')))
    const { world, ready } = held({ share })
    press('Share…')
    await ready()
    expect(share).toHaveBeenCalledOnce()
    expect(world.copied).toEqual([])
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
  })

  it('offers Share on the result only where a share sheet exists', () => {
    open()
    expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull()
  })

  it('copies the link on the card page without a share sheet', async () => {
    const world = open({ place: 'page', visibility: 'public' })
    press('Share…')
    expect(await screen.findByText('Share link copied to clipboard!')).toBeTruthy()
    expect(world.copied).toEqual([URL_OF_PAGE])
    expect(getSentRoutes(world).filter((route) => route.startsWith('POST'))).toEqual([])
  })
})

describe('copying links', () => {
  it.each([
    ['result', 'Card link copied to clipboard!'],
    ['page', 'Share link copied to clipboard!'],
  ] as const)(
    'confirms the copied link on the %s with its own message, and on the button for 3 seconds',
    async (place, words) => {
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
    },
  )

  it('copies the image’s link for Instagram, confirms it for 4 seconds, and offers the story image', async () => {
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
  ])('does not confirm a copy when %s', async (_, routes, overrides) => {
    open({}, routes, overrides)
    press('Copy Link')
    expect(await screen.findByText('Failed to copy URL.')).toBeTruthy()
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('links to X and WhatsApp once the card’s page is visible', async () => {
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
    await waitFor(() => expect(getSentRoutes(world)).toEqual(['POST /api/cards/card-1/share']))
  })
})

describe('share texts', () => {
  const textOnX = () =>
    new URL(screen.getByRole('link', { name: 'Share on X', hidden: true }).getAttribute('href')!).searchParams.get(
      'text',
    )

  it('applies the chosen text to every way of sharing', async () => {
    open({ visibility: 'public' })
    expect(textOnX()).toBe('Meet Nacho Joe, my fantasy football card. Vote me into the Top 100!')
    press('More')
    expect(await screen.findAllByRole('radio')).toHaveLength(3)
    fireEvent.click(screen.getByRole('radio', { name: /Beat my 84!/ }))
    expect(textOnX()).toBe('Meet Nacho Joe, my fantasy football card. Beat my 84!')
    const whatsApp = screen.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')!
    expect(new URL(whatsApp).searchParams.get('text')).toContain('Beat my 84!')
  })

  it.each(['draft', 'unlisted'] as const)('does not ask for votes for a card that is %s', async (visibility) => {
    open({ visibility })
    press('More')
    const choices = await screen.findAllByRole('radio')
    const texts = choices.map((choice) => choice.closest('label')!.textContent)
    expect(texts).toEqual([
      'Meet Nacho Joe, my fantasy football card. Beat my 84!',
      'Meet Nacho Joe, my fantasy football card. Make yours!',
    ])
  })

  it('uses third-person share text for another maker’s card', () => {
    open({ place: 'page', mine: false, visibility: 'public' })
    expect(textOnX()).toBe('Help Nacho Joe crack the Top 100. Vote!')
  })
})

describe('more ways', () => {
  it('copies the image itself, calling the clipboard within the click', async () => {
    const copyPicture = vi.fn(async (picture: Promise<Blob>) => void (await picture))
    open({}, {}, { copyPicture })
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /Copy image/ }))
    expect(copyPicture).toHaveBeenCalledOnce()
    expect(await screen.findByRole('button', { name: /Copied/ })).toBeTruthy()
  })

  it('reports an image that fails to load', async () => {
    open({}, { [`GET ${CARD.imageUrl}`]: 'unreachable' }, { copyPicture: async (picture) => void (await picture) })
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /Copy image/ }))
    expect(await screen.findByText(/couldn't copy the image/)).toBeTruthy()
  })

  it('shows a QR code only once its URL works', async () => {
    open({}, { 'POST /api/cards/card-1/share': failure(500, 'INTERNAL', 'Broken.') })
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /QR code/ }))
    expect(await screen.findByText('Broken.')).toBeTruthy()
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  })

  it('copies the manage link, only for the maker', async () => {
    const world = open()
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /Copy manage link/ }))
    await waitFor(() => expect(world.copied).toEqual([MANAGE]))
    expect(await screen.findByRole('button', { name: /^Copied/ })).toBeTruthy()
  })

  it('describes the QR code as an image that links to the page', async () => {
    open({ visibility: 'unlisted' })
    press('More')
    fireEvent.click(await screen.findByRole('button', { name: /QR code/ }))
    const code = await screen.findByRole('img', { name: "QR code of the card's page" })
    expect(scanned(code.getAttribute('src')!)).toBe(URL_OF_PAGE)
  })
})
