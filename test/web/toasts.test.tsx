import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LazyToaster } from '#web/ui/lazy-toaster.tsx'
import { toast } from '#web/ui/toast.ts'
import Toaster from '#web/ui/toaster.tsx'

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const loadToaster = () => import('#web/ui/toaster.tsx')
/** A toast that has run out leaves the page after its last animation. */
const LEAVING_MS = 500

async function say(kind: 'success' | 'error' | 'blank' | 'info' | 'warning' | 'custom' | 'loading') {
  render(<Toaster />)
  let id = ''
  act(() => void (id = kind === 'custom' ? toast.custom(<b>Hello</b>) : toast[kind]('Hello')))
  await pass(50)
  expect(screen.getByText('Hello')).toBeTruthy()
  return id
}

const isLeaving = () => screen.queryByText('Hello')?.closest('[data-sonner-toast]')?.getAttribute('data-removed')

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['success', 2_000],
    ['error', 4_000],
    ['blank', 4_000],
    ['info', 4_000],
    ['warning', 4_000],
    ['custom', 4_000],
  ] as const)('a %s toast stays for %i ms, no less and no more', async (kind, duration) => {
    await say(kind)
    await pass(duration - 100)
    expect(isLeaving()).toBe('false')
    await pass(100)
    expect(isLeaving()).not.toBe('false')
    await pass(LEAVING_MS)
    expect(screen.queryByText('Hello')).toBeNull()
  })

  it.each(['info', 'warning', 'success', 'error'] as const)(
    'a %s toast says which kind it is by its icon',
    async (kind) => {
      await say(kind)
      const shown = document.querySelector<HTMLElement>('[data-sonner-toast]')!
      expect([shown.dataset['type'], shown.querySelector('.toaster-icon svg')]).toEqual([kind, expect.anything()])
    },
  )

  it('a loading toast stays until it is told to go', async () => {
    const id = await say('loading')
    await pass(10 * 60_000)
    expect(isLeaving()).toBe('false')
    act(() => void toast.dismiss(id))
    await pass(50)
    await pass(LEAVING_MS)
    expect(screen.queryByText('Hello')).toBeNull()
  })

  it('every toast can be dismissed by its button', async () => {
    await say('error')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await pass(LEAVING_MS)
    expect(screen.queryByText('Hello')).toBeNull()
  })

  it('are at the bottom, where they cover neither navigation nor the Close of a sheet', async () => {
    await say('error')
    const { yPosition, xPosition } = document.querySelector<HTMLElement>('[data-sonner-toaster]')!.dataset
    expect([yPosition, xPosition]).toEqual(['bottom', 'right'])
  })

  it('show one error at a time, which leaves when something succeeds', async () => {
    render(<Toaster />)
    act(() => {
      toast.error('Please fill in all fields.')
      toast.error('Please enter a valid email address.')
      toast.info('Offline.')
    })
    await pass(50)
    await pass(LEAVING_MS)
    expect(screen.queryByText('Please fill in all fields.')).toBeNull()
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
    act(() => void toast.success('Message sent.'))
    await pass(50)
    await pass(LEAVING_MS)
    expect(screen.queryByText(/^Please/)).toBeNull()
    expect(screen.getByText('Offline.')).toBeTruthy()
    expect(screen.getByText('Message sent.')).toBeTruthy()
  })

  it('at most 20 are seen at once', async () => {
    render(<Toaster />)
    act(() => {
      for (let index = 0; index < 25; index++) toast.loading(`Toast ${index}`)
    })
    await pass(50)
    expect(document.querySelectorAll('[data-sonner-toast][data-visible="true"]')).toHaveLength(20)
  })

  it('what is said before there is a place for toasts is shown there, once', async () => {
    render(<LazyToaster load={loadToaster} />)
    act(() => void toast.error('Failed to vote.'))
    vi.useRealTimers()
    expect(await screen.findAllByText('Failed to vote.')).toHaveLength(1)
  })

  it('the place for toasts is fetched after the first paint even when nothing is said', async () => {
    render(<LazyToaster load={loadToaster} />)
    expect(document.querySelector('[aria-label^="Notifications"]')).toBeNull()
    await pass(2_000)
    vi.useRealTimers()
    await waitFor(() => expect(document.querySelector('[aria-label^="Notifications"]')).toBeTruthy())
  })

  it('more help stands beneath the words, never instead of them', async () => {
    render(<Toaster />)
    act(() => void toast.error('Failed to vote.', { description: 'You can vote again in 5 min.' }))
    await pass(50)
    expect(screen.getByText('Failed to vote.')).toBeTruthy()
    expect(screen.getByText('You can vote again in 5 min.')).toBeTruthy()
  })
})
