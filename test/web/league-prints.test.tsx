import { fireEvent, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { PrintShare } from '#web/screens/league/print-share.tsx'
import { aLeague, aSeat, aSeatCard, CODE } from './league-support.ts'
import { createWorld, failure, type Routes, show } from './support.tsx'

const LEAGUE = aLeague({ seats: [aSeatCard(1), aSeat(2), aSeatCard(3)] })
const PRINTS = ['feed', 'story', 'poster-18x24', 'poster-a3', 'cards-letter', 'cards-a4']
const toPath = (print: string) => `/download/league/${CODE}/${print}`

async function openSheet(routes: Routes = {}) {
  const world = createWorld(routes)
  show(<PrintShare code={CODE} league={LEAGUE} />, world)
  fireEvent.click(screen.getByRole('button', { name: 'Posters and PDFs' }))
  await screen.findByRole('dialog')
  return world
}

describe('the prints of a league', () => {
  it('links all prints below a preview of the poster', async () => {
    await openSheet()
    const links = [...document.querySelectorAll('[role="dialog"] a')]
    expect(links.map((link) => [link.getAttribute('href'), link.hasAttribute('download')])).toEqual(
      PRINTS.map((print) => [toPath(print), true]),
    )
    const poster = screen.getByRole('img', { name: 'Poster of Sunday Night Gridiron, 2026' })
    expect(poster.getAttribute('src')).toBe(`${toPath('feed')}?version=1`)
  })

  it('saves a print, and reports a failed download', async () => {
    const pdf = new Blob(['pdf'], { type: 'application/pdf' })
    const world = await openSheet({ [`GET ${toPath('cards-a4')}`]: { body: pdf } })
    fireEvent.click(screen.getByRole('link', { name: /A4/ }))
    expect(await screen.findByText('Saved to your downloads.')).toBeTruthy()
    expect(world.saved).toHaveLength(1)
    world.routes[`GET ${toPath('story')}`] = failure(429, 'RATE_LIMITED', LEAGUE_FAILURE.printsTooOften)
    fireEvent.click(screen.getByRole('link', { name: /Story/ }))
    expect(await screen.findByText("That didn't download. Please try again.")).toBeTruthy()
    expect(world.saved).toHaveLength(1)
  })

  it('disables the links and explains why while the league has no card', () => {
    show(<PrintShare code={CODE} league={aLeague({ seats: [aSeat(1)] })} />, createWorld())
    const button = screen.getByRole('button', { name: 'Posters and PDFs' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText(LEAGUE_FAILURE.noCards)).toBeTruthy()
    fireEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('renders the same links without JavaScript once the league has a card', () => {
    const html = renderToStaticMarkup(<PrintShare code={CODE} league={LEAGUE} />)
    for (const print of PRINTS) expect(html).toContain(`href="${toPath(print)}"`)
    expect(renderToStaticMarkup(<PrintShare code={CODE} league={aLeague({ seats: [] })} />)).not.toContain('noscript')
  })
})
