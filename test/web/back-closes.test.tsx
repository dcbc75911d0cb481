import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { BrowserRouter, Link, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { useBackCloses } from '#web/navigation/back-closes.ts'
import { LatestNavigationProvider, useSkipClosedSheets } from '#web/navigation/latest-navigation.tsx'
import { useSearch } from '#web/navigation/use-search.ts'

function Sheet({ name, onClose }: { name: string; onClose: () => void }) {
  useBackCloses(true, onClose)
  return (
    <dialog open aria-label={name}>
      <button onClick={onClose}>Close {name}</button>
      <Link to="/card/a">Card</Link>
    </dialog>
  )
}

function Page() {
  const [open, setOpen] = useState<string | null>(null)
  const navigate = useNavigate()
  const [, setSearch] = useSearch()
  const add = (name: string) =>
    setSearch(
      (params) => {
        params.set(name, '1')
        return params
      },
      { replace: true },
    )
  return (
    <>
      <button onClick={() => setOpen('first')}>Open first</button>
      <button onClick={() => setOpen('second')}>Open second</button>
      <button
        onClick={() => {
          setOpen(null)
          void navigate('/card/a', { replace: true })
        }}
      >
        Finish
      </button>
      <button
        onClick={() => {
          add('a')
          add('b')
        }}
      >
        Add both
      </button>
      {open === null ? null : <Sheet key={open} name={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function App() {
  const { pathname, search } = useLocation()
  useSkipClosedSheets()
  return (
    <>
      <output>{pathname + search}</output>
      <Routes>
        <Route path="/hall-of-fame" element={<Page />} />
        <Route path="*" element={<p>Other</p>} />
      </Routes>
    </>
  )
}

const address = () => screen.getByRole('status').textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null
/** History navigation is asynchronous. */
const goBack = () =>
  act(async () => {
    window.history.back()
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

beforeEach(() => {
  window.history.pushState(null, '', '/contact')
  window.history.pushState(null, '', '/hall-of-fame?team=x')
  render(
    <BrowserRouter>
      <LatestNavigationProvider>
        <App />
      </LatestNavigationProvider>
    </BrowserRouter>,
  )
})

describe('an open sheet', () => {
  it('closes an open sheet with Back, and leaves the page with the next Back', async () => {
    press('Open first')
    await settle()
    await goBack()
    expect([isOpen('first'), address()]).toEqual([false, '/hall-of-fame?team=x'])
    await goBack()
    expect(address()).toBe('/contact')
  })

  it('leaves no extra history entry after a sheet’s button closed it, however often it was opened', async () => {
    for (let n = 0; n < 3; n++) {
      press('Open first')
      await settle()
      press('Close first')
      await settle()
    }
    await goBack()
    expect(address()).toBe('/contact')
  })

  it('reuses the history entry of a sheet for the next sheet', async () => {
    press('Open first')
    await settle()
    press('Open second')
    await settle()
    expect([isOpen('first'), isOpen('second')]).toEqual([false, true])
    await goBack()
    expect([isOpen('second'), address()]).toEqual([false, '/hall-of-fame?team=x'])
    await goBack()
    expect(address()).toBe('/contact')
  })

  it('leaves no history entry behind when a link in a sheet opens another page', async () => {
    press('Open first')
    await settle()
    fireEvent.click(screen.getByRole('link', { name: 'Card' }))
    await waitFor(() => expect(address()).toBe('/card/a'))
    await goBack()
    await settle()
    expect([isOpen('first'), address()]).toEqual([false, '/hall-of-fame?team=x'])
    await goBack()
    expect(address()).toBe('/contact')
  })

  it('keeps a navigation that closes a sheet', async () => {
    press('Open first')
    await settle()
    press('Finish')
    await settle()
    expect(address()).toBe('/card/a')
    await goBack()
    expect(address()).toBe('/hall-of-fame?team=x')
    await goBack()
    expect(address()).toBe('/contact')
  })

  it.each(['its button', 'Back'])(
    'keeps the query that changed while a sheet was open when %s closes it',
    async (way) => {
      press('Open first')
      await settle()
      press('Add both')
      await settle()
      if (way === 'Back') await goBack()
      else press('Close first')
      await settle()
      expect([isOpen('first'), address()]).toEqual([false, '/hall-of-fame?team=x&a=1&b=1'])
      await goBack()
      expect(address()).toBe('/contact')
    },
  )

  it('keeps a sheet open when the query changes', async () => {
    press('Open first')
    await settle()
    press('Add both')
    await settle()
    expect([isOpen('first'), address()]).toEqual([true, '/hall-of-fame?team=x&a=1&b=1'])
  })
})

it('changes the query twice in one event', async () => {
  press('Add both')
  await waitFor(() => expect(address()).toBe('/hall-of-fame?team=x&a=1&b=1'))
})
