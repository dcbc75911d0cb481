import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useCounting } from '#web/data/counting.ts'
import { useSaveCard } from '#web/data/own-card.ts'
import { logProductEvents } from '#web/data/product-events.ts'
import { GENERATION_KEY } from '#web/data/generations.ts'
import { useVote } from '#web/data/votes.ts'
import { createBrowserPage } from '#shared/client/browser/page.ts'
import { aCard, createWorld, failure, show } from './support.tsx'

/** Testing Library also exports a `screen`. */
const screenOfBrowser = globalThis.screen

const SAVED = { body: aCard() }
const VOTED = { body: { ...aCard({ votes: 42 }), nextVoteAt: '2026-11-22T12:00:00.000Z' } }

/** An app with two actions, and the events it counted. */
function showCounted(routes: Parameters<typeof createWorld>[0]) {
  const counted: string[] = []
  const opened: string[] = []
  const analytics = { log: (type: string) => void counted.push(type), start: () => () => void counted.push('stopped') }
  const open = async (projectId: string) => (opened.push(projectId), analytics)
  const App = () => {
    useCounting(open)
    const save = useSaveCard()
    const { vote } = useVote(aCard())
    return (
      <>
        <button onClick={() => save.mutate({} as never)}>Save</button>
        <button onClick={vote}>Vote</button>
      </>
    )
  }
  show(<App />, createWorld(routes))
  return { counted, opened, press: (name: string) => fireEvent.click(screen.getByRole('button', { name })) }
}

describe('event counting', () => {
  it('counts a saved card and an accepted vote, but no refused ones', async () => {
    let isRefused = true
    const refusedFirst = (response: { body: unknown }) => () => (isRefused ? failure(500, 'INTERNAL', 'no') : response)
    const { counted, opened, press } = showCounted({
      'POST /api/cards': refusedFirst(SAVED),
      'POST /api/cards/card-1/votes': refusedFirst(VOTED),
    })
    await waitFor(() => expect(opened).toEqual(['fantasy-cards']))
    for (const name of ['Save', 'Vote']) press(name)
    await screen.findByText('Failed to vote.')
    expect(counted).toEqual([])
    isRefused = false
    for (const name of ['Save', 'Vote']) press(name)
    await waitFor(() => expect(counted.toSorted()).toEqual(['card_saved', 'card_voted']))
    press('Save')
    await waitFor(() => expect(counted).toHaveLength(3))
    cleanup()
    expect(counted.at(-1)).toBe('stopped')
  })

  it('counts a card once when it becomes ready, but no card that was ready before', () => {
    const cache = new QueryClient()
    const logged: string[] = []
    const learn = (id: string, state: string) => cache.setQueryData([...GENERATION_KEY, id], { id, state })
    learn('early', 'drawing')
    learn('old', 'ready')
    const stop = logProductEvents(cache, (event) => void logged.push(event))
    learn('old', 'ready')
    for (const state of ['drawing', 'finishing', 'ready', 'ready']) learn('early', state)
    for (const state of ['checking', 'failed', 'ready']) learn('broken', state)
    expect(logged).toEqual(['card_generated'])
    stop()
    for (const state of ['checking', 'ready']) learn('late', state)
    expect(logged).toEqual(['card_generated'])
  })
})

describe('the page of the browser', () => {
  it('reports every change of the URL until it is stopped', () => {
    const heard: string[] = []
    const page = createBrowserPage()
    const stop = page.onNavigated(() => void heard.push(new URL(page.address()).pathname))
    history.pushState(null, '', '/pushed')
    history.replaceState(null, '', '/replaced')
    dispatchEvent(new PopStateEvent('popstate'))
    stop()
    history.pushState(null, '', '/unheard')
    expect(heard).toEqual(['/pushed', '/replaced', '/replaced'])
  })

  it('opts out for either browser setting', () => {
    const wishing = (wish: object) => {
      const names = Object.keys(wish)
      for (const name of names)
        Object.defineProperty(navigator, name, { value: wish[name as keyof typeof wish], configurable: true })
      return createBrowserPage().declinesTracking()
    }
    expect(wishing({ globalPrivacyControl: undefined, doNotTrack: null })).toBe(false)
    expect(wishing({ doNotTrack: 'unspecified' })).toBe(false)
    expect(wishing({ doNotTrack: '1' })).toBe(true)
    expect(wishing({ doNotTrack: '0', globalPrivacyControl: true })).toBe(true)
  })
})

it('reports the width of the screen, not of the window', () => {
  const { width } = screenOfBrowser
  vi.stubGlobal('innerWidth', width + 300)
  expect(createBrowserPage().screenWidthPx()).toBe(width)
})
