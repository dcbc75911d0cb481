import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LazyToaster } from '#web/ui/lazy-toaster.tsx'
import { toast } from '#web/ui/toast.ts'
import Toaster from '#web/ui/toaster.tsx'

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const loadToaster = () => import('#web/ui/toaster.tsx')
/** An expired toast leaves the DOM after its exit animation. */
const LEAVING_MS = 500

async function showToast(kind: 'success' | 'error' | 'blank' | 'info' | 'warning' | 'custom' | 'loading') {
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
  ] as const)('shows a "%s" toast for exactly %i ms', async (kind, duration) => {
    await showToast(kind)
    await pass(duration - 100)
    expect(isLeaving()).toBe('false')
    await pass(100)
    expect(isLeaving()).not.toBe('false')
    await pass(LEAVING_MS)
    expect(screen.queryByText('Hello')).toBeNull()
  })

  it.each(['info', 'warning', 'success', 'error'] as const)('marks a "%s" toast with its icon', async (kind) => {
    await showToast(kind)
    const toast = document.querySelector<HTMLElement>('[data-sonner-toast]')!
    expect([toast.dataset['type'], toast.querySelector('.toaster-icon svg')]).toEqual([kind, expect.anything()])
  })

  it('shows a loading toast until it is dismissed', async () => {
    const id = await showToast('loading')
    await pass(10 * 60_000)
    expect(isLeaving()).toBe('false')
    act(() => void toast.dismiss(id))
    await pass(50)
    await pass(LEAVING_MS)
    expect(screen.queryByText('Hello')).toBeNull()
  })

  it('dismisses any toast with its button', async () => {
    await showToast('error')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await pass(LEAVING_MS)
    expect(screen.queryByText('Hello')).toBeNull()
  })

  it('places toasts at the bottom, clear of the navigation and of a sheet’s Close button', async () => {
    await showToast('error')
    const { yPosition, xPosition } = document.querySelector<HTMLElement>('[data-sonner-toaster]')!.dataset
    expect([yPosition, xPosition]).toEqual(['bottom', 'right'])
  })

  it('shows one error toast at a time, and dismisses it on success', async () => {
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

  it('shows at most 20 toasts at once', async () => {
    render(<Toaster />)
    act(() => {
      for (let index = 0; index < 25; index++) toast.loading(`Toast ${index}`)
    })
    await pass(50)
    expect(document.querySelectorAll('[data-sonner-toast][data-visible="true"]')).toHaveLength(20)
  })

  it('shows a toast raised before the toaster loaded, once', async () => {
    render(<LazyToaster load={loadToaster} />)
    act(() => void toast.error('Failed to vote.'))
    vi.useRealTimers()
    expect(await screen.findAllByText('Failed to vote.')).toHaveLength(1)
  })

  it('loads the toaster after the first paint even without a toast', async () => {
    render(<LazyToaster load={loadToaster} />)
    expect(document.querySelector('[aria-label^="Notifications"]')).toBeNull()
    await pass(2_000)
    vi.useRealTimers()
    await waitFor(() => expect(document.querySelector('[aria-label^="Notifications"]')).toBeTruthy())
  })

  it('shows a toast’s description below its message', async () => {
    render(<Toaster />)
    act(() => void toast.error('Failed to vote.', { description: 'You can vote again in 5 min.' }))
    await pass(50)
    expect(screen.getByText('Failed to vote.')).toBeTruthy()
    expect(screen.getByText('You can vote again in 5 min.')).toBeTruthy()
  })
})
