import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failure } from './support.tsx'
import { open } from './share-support.tsx'

afterEach(() => void vi.useRealTimers())

describe('downloads', () => {
  const file = async (name: RegExp) => {
    fireEvent.click(screen.getByRole('button', { name: 'Other formats' }))
    return screen.findByRole('link', { name })
  }

  it('downloads the card itself with one click', async () => {
    const world = open({}, { 'GET /download/card-1/card': { body: new Blob(['card'], { type: 'image/jpeg' }) } })
    fireEvent.click(screen.getByRole('link', { name: 'Download' }))
    expect(await screen.findByText('Card downloaded successfully!')).toBeTruthy()
    expect(world.saved).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offers four plain links to files', async () => {
    open()
    await file(/Story/)
    const links = [...document.querySelectorAll('[role="dialog"] a')]
    expect(links.map((link) => [link.getAttribute('href'), link.hasAttribute('download')])).toEqual(
      ['card', 'back', 'story', 'print'].map((kind) => [`/download/card-1/${kind}`, true]),
    )
  })

  it('shows the progress of a download, and confirms it once it is complete', async () => {
    let pour: ReadableStreamDefaultController<Uint8Array>
    const bytes = new ReadableStream<Uint8Array>({ start: (controller) => void (pour = controller) })
    const headers = {
      'content-length': '8',
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="x.jpg"; filename*=UTF-8''Nacho%20Joe-fantasy-card-story.jpg`,
    }
    const world = open({}, { 'GET /download/card-1/story': { body: new Response(bytes, { headers }) } })
    const link = await file(/Story/)
    expect(fireEvent.click(link)).toBe(false)
    await screen.findByText('Downloading… 0%')
    pour!.enqueue(new Uint8Array(6))
    await screen.findByText('Downloading… 75%')
    expect([link.closest('li')?.getAttribute('aria-busy'), world.saved]).toEqual(['true', []])
    expect(screen.queryByText('Card downloaded successfully!')).toBeNull()
    pour!.enqueue(new Uint8Array(2))
    pour!.close()
    expect(await screen.findByText('Card downloaded successfully!')).toBeTruthy()
    expect(world.saved.map(({ name, size, type }) => [name, size, type])).toEqual([
      ['Nacho Joe-fantasy-card-story.jpg', 8, 'image/jpeg'],
    ])
    expect(screen.getByText('JPEG, 1080 × 1920')).toBeTruthy()
  })

  it.each([
    ['is unreachable', () => 'unreachable' as const],
    ['is missing', () => failure(404, 'NOT_FOUND', 'no')],
    [
      'is interrupted',
      () => ({
        body: new Response(new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })),
      }),
    ],
  ])('reports a failed download when it %s', async (_, respond) => {
    const world = open({}, { 'GET /download/card-1/story': respond })
    fireEvent.click(await file(/Story/))
    expect(await screen.findByText('Failed to download card.')).toBeTruthy()
    expect(world.saved).toEqual([])
  })

  it('does not intercept a download opened in a new tab', async () => {
    const world = open()
    const link = await file(/Story/)
    const prevented: boolean[] = []
    addEventListener('click', (event) => (prevented.push(event.defaultPrevented), event.preventDefault()), {
      once: true,
    })
    fireEvent.click(link, { ctrlKey: true })
    expect([prevented, world.calls.filter(({ route }) => route.includes('/download/'))]).toEqual([[false], []])
  })

  it('shows an image to long-press in an in-app browser, and a link out of it', async () => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Instagram 400.0'
    open({ visibility: 'unlisted' }, {}, { userAgent })
    fireEvent.click(screen.getByRole('link', { name: 'Download' }))
    expect(await screen.findByText('Press and hold the image to save it.')).toBeTruthy()
    expect(screen.getByRole('img', { name: /Trading card: Nacho Joe/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open in browser' }).getAttribute('href')).toBe(
      'intent://cards.example/card/card-1#Intent;scheme=https;end',
    )
  })
})
