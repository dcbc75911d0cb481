import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useState } from 'react'
import { createQueryClient } from '#web/data/query-client.ts'
import { Providers } from '#web/app/providers.tsx'
import { Shell } from '#web/app/shell.tsx'
import { MemoryRouter } from 'react-router-dom'
import { LatestNavigationProvider } from '#web/navigation/latest-navigation.tsx'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import { toast } from '#web/ui/toast.ts'
import { CONFIG, createWorld, show, renderApp } from './support.tsx'

async function open() {
  renderApp(createWorld())
  await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })
}

describe('every page', () => {
  beforeEach(() => window.history.replaceState(null, '', '/privacy-policy'))

  it('shows navigation, a donation link, the year and the disclaimer on every page', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Generator' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Gallery' }).getAttribute('href')).toBe('/hall-of-fame')
    const [donate] = (await screen.findAllByRole('link', { name: /Donate/ })) as [HTMLElement]
    await waitFor(() => expect(donate.getAttribute('href')).toBe(CONFIG.donationUrl))
    expect(donate.getAttribute('rel')).toBe('noopener')
    expect(screen.getByText(/© 2024 .*independent of the league/)).toBeTruthy()
  })

  it('moves the focus to the heading and updates the title after a navigation', async () => {
    await open()
    fireEvent.click(screen.getAllByRole('link', { name: 'Contact Us' })[0]!)
    const heading = await screen.findByRole('heading', { level: 1, name: 'Contact Us' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toContain('Contact Us')
  })

  it('dismisses an error when another screen opens', async () => {
    await open()
    act(() => void toast.error('Failed to vote.'))
    await screen.findByText('Failed to vote.')
    fireEvent.click(screen.getAllByRole('link', { name: 'Contact Us' })[0]!)
    await screen.findByRole('heading', { level: 1, name: 'Contact Us' })
    await waitFor(() => expect(screen.queryByText('Failed to vote.')).toBeNull())
  })

  it("puts the visitor's own links in a menu, which Escape closes", async () => {
    await open()
    const button = screen.getByLabelText('Menu')
    const menu = button.closest('details')!
    menu.open = true
    expect([...menu.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
      'My cards',
      'Donate(opens in a new tab)',
      'Sign in',
    ])
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(menu.open).toBe(false)
    expect(document.activeElement).toBe(button)
  })

  it.each([
    ['a press outside', () => fireEvent.pointerDown(screen.getByRole('heading', { level: 1 }))],
    ['focus outside', () => fireEvent.focusIn(screen.getByRole('link', { name: 'Gallery' }))],
    ['its own link', () => fireEvent.click(screen.getAllByRole('link', { name: 'My cards' })[0]!)],
  ])('closes the menu after %s', async (_, run) => {
    await open()
    const menu = screen.getByLabelText('Menu').closest('details')!
    menu.open = true
    run()
    expect(menu.open).toBe(false)
  })

  it('shows that the browser is offline until it is online', async () => {
    await open()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/You're offline/).closest('output')).toBeTruthy()
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/You're offline/)).toBeNull()
    onLine.mockRestore()
  })

  it('keeps the other pages reachable when one crashes', () => {
    const Broken = () => {
      throw new Error('broken')
    }
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    render(
      <Providers platform={createWorld()} client={createQueryClient()}>
        <MemoryRouter>
          <LatestNavigationProvider>
            <Shell>
              <Broken />
            </Shell>
          </LatestNavigationProvider>
        </MemoryRouter>
      </Providers>,
    )
    expect(screen.getByRole('alert').textContent).toContain('Your cards are safe')
    expect(screen.getByRole('link', { name: 'Gallery' })).toBeTruthy()
    silent.mockRestore()
  })

  it('opens the privacy summary, which links to the policy', async () => {
    await open()
    fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))
    expect(await screen.findByRole('dialog', { name: 'Privacy' })).toBeTruthy()
    expect(document.querySelectorAll('[role="dialog"] dt')).toHaveLength(6)
    expect(screen.getByRole('link', { name: 'Read the privacy policy' }).getAttribute('href')).toBe('/privacy-policy')
  })

  it('closes a sheet that fails to load, reports it, and opens it on the next click', async () => {
    const Sheet = ({ open }: { open: boolean }) => (open ? <p>Here it is</p> : null)
    const load = vi.fn<() => Promise<{ default: typeof Sheet }>>()
    load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ default: Sheet })
    const Late = lateSheet<{ open: boolean; onClose: () => void }>(load)
    function Opener() {
      const [isOpen, setIsOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setIsOpen(true)}>
            Open
          </button>
          <Late open={isOpen} onClose={() => setIsOpen(false)} />
        </>
      )
    }
    show(<Opener />, createWorld())
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByText("That didn't open. Check your connection and try again.")).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByText('Here it is')).toBeTruthy()
  })
})
