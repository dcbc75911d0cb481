import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { App } from '#web/app/app.tsx'
import { CONFIG, createWorld } from './support.tsx'

async function open() {
  render(<App platform={createWorld()} />)
  await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })
}

describe('every page', () => {
  beforeEach(() => window.history.replaceState(null, '', '/privacy-policy'))

  it('has its links, a donation link to elsewhere, the year and its distance from the league', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Generator' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Gallery' }).getAttribute('href')).toBe('/hall-of-fame')
    const donate = screen.getByRole('link', { name: /Donate/ })
    await waitFor(() => expect(donate.getAttribute('href')).toBe(CONFIG.donationUrl))
    expect(donate.getAttribute('rel')).toBe('noopener')
    expect(screen.getByText(/© 2024 .*independent of the league/)).toBeTruthy()
  })

  it('takes the focus to the heading and names the tab after a navigation', async () => {
    await open()
    fireEvent.click(screen.getAllByRole('link', { name: 'Contact Us' })[0]!)
    const heading = await screen.findByRole('heading', { level: 1, name: 'Contact Us' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toContain('Contact Us')
  })

  it('opens the privacy lines, which lead to the policy', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Privacy' }))
    expect(await screen.findByRole('dialog', { name: 'Privacy' })).toBeTruthy()
    expect(document.querySelectorAll('[role="dialog"] dt')).toHaveLength(6)
    expect(screen.getByRole('link', { name: 'Read the privacy policy' }).getAttribute('href')).toBe('/privacy-policy')
  })
})
