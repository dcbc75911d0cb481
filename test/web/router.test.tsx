import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createBrowserHistory, type History } from '#web/router/history.ts'
import { matchPath, Router, useLocation, useSearchParams } from '#web/router/router.tsx'
import { Link } from '#web/ui/link.tsx'
import { createMemoryHistory } from './memory-history.ts'

const histories: [string, (href: string) => History][] = [
  ['in memory', createMemoryHistory],
  [
    'of the browser',
    (href) => {
      window.history.replaceState(null, '', href)
      return createBrowserHistory()
    },
  ],
]

describe.each(histories)('a history %s', (_name, begin) => {
  it('reads every part of the first address', () => {
    expect(begin('/card/a?b=c#d').location()).toMatchObject({
      pathname: '/card/a',
      search: '?b=c',
      hash: '#d',
      state: null,
      navigation: 'POP',
    })
  })

  it('adds and replaces entries, each under a key of its own', () => {
    const history = begin('/')
    const run = vi.fn()
    const stop = history.listen(run)
    history.navigate('/contact?topic=delete', { state: { shown: 48 } })
    const pushed = history.location()
    expect(pushed).toMatchObject({ pathname: '/contact', search: '?topic=delete', state: { shown: 48 } })
    expect(pushed.navigation).toBe('PUSH')
    history.navigate('?', { replace: true })
    expect(history.location()).toMatchObject({ pathname: '/contact', search: '', state: null, navigation: 'REPLACE' })
    expect(history.location().key).not.toBe(pushed.key)
    expect(run).toHaveBeenCalledTimes(2)
    stop()
    history.navigate('/')
    expect(run).toHaveBeenCalledTimes(2)
  })

  it.each(['//evil.example/a', 'https://evil.example/a', '/\\evil.example/a'])('never leaves the site: %s', (to) => {
    const history = begin('/')
    history.navigate(to)
    expect(history.location().pathname).toMatch(/^\/(a|evil)/)
    expect(window.location.host).not.toContain('evil')
  })
})

it('goes back to an entry with the state it had', () => {
  const history = createMemoryHistory('/hall-of-fame')
  history.listen(() => {})
  history.navigate('/hall-of-fame', { replace: true, state: { shown: 48 } })
  history.navigate('/card/a')
  history.navigate(-1)
  expect(history.location()).toMatchObject({ pathname: '/hall-of-fame', state: { shown: 48 }, navigation: 'POP' })
  history.navigate(-5)
  expect(history.location().pathname).toBe('/hall-of-fame')
})

describe('what is open over a page', () => {
  const begin = () => {
    const history = createMemoryHistory('/contact')
    history.listen(() => {})
    history.navigate('/hall-of-fame?team=x', { state: { shown: 48 } })
    const close = vi.fn()
    return { history, close, at: () => history.location().pathname + history.location().search }
  }

  it('is closed by Back, which leaves the page only the next time', () => {
    const { history, close, at } = begin()
    const { key } = history.location()
    const end = history.interceptBack(close)
    history.navigate(-1)
    expect(close).toHaveBeenCalledOnce()
    expect(history.location()).toMatchObject({ search: '?team=x', state: { shown: 48 }, key })
    end()
    history.navigate(-1)
    expect(at()).toBe('/contact')
    expect(close).toHaveBeenCalledOnce()
  })

  it('costs no press of Back once it is closed, however often something was opened', () => {
    const { history, close, at } = begin()
    for (let n = 0; n < 3; n++) history.interceptBack(close)()
    history.navigate(-1)
    expect([at(), close.mock.calls]).toEqual(['/contact', []])
    history.navigate(1)
    expect(at()).toBe('/hall-of-fame?team=x')
  })

  it.each([true, false])('leads on to a page that Back comes from at once, with it still open: %s', (isOpen) => {
    const { history, close, at } = begin()
    const end = history.interceptBack(close)
    if (!isOpen) end()
    history.navigate('/card/a')
    end()
    expect(at()).toBe('/card/a')
    history.navigate(-1)
    expect(at()).toBe('/hall-of-fame?team=x')
    history.navigate(-1)
    expect([at(), close.mock.calls]).toEqual(['/contact', []])
  })

  it('leaves the address that was changed meanwhile, also after Back', () => {
    const { history, close, at } = begin()
    const end = history.interceptBack(close)
    history.navigate('?team=y', { replace: true, state: 'new' })
    history.navigate(-1)
    end()
    expect(close).toHaveBeenCalledOnce()
    expect(history.location()).toMatchObject({ search: '?team=y', state: 'new' })
    history.navigate(-1)
    expect(at()).toBe('/contact')
  })

  it('is not in the way of a step over two entries', () => {
    const { history, close, at } = begin()
    history.interceptBack(close)
    history.navigate(-2)
    expect([at(), close.mock.calls]).toEqual(['/contact', []])
  })

  it('lets a link to a heading of the page be followed once it is closed', () => {
    window.history.replaceState(null, '', '/contact')
    const go = vi.spyOn(window.history, 'go')
    const history = createBrowserHistory()
    const stop = history.listen(() => {})
    history.interceptBack(vi.fn())()
    window.history.pushState(null, '', '#main')
    dispatchEvent(new PopStateEvent('popstate'))
    expect([history.location().hash, go.mock.calls]).toEqual(['#main', []])
    stop()
    go.mockRestore()
  })

  it('is all closed by one Back', () => {
    const { history, close } = begin()
    const other = vi.fn()
    const ends = [history.interceptBack(close), history.interceptBack(other)]
    history.navigate(-1)
    expect([close.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
    for (const end of ends) end()
  })
})

it('hears of Back in the browser', () => {
  window.history.replaceState(null, '', '/')
  const history = createBrowserHistory()
  const run = vi.fn()
  const stop = history.listen(run)
  window.history.replaceState({ usr: 'kept', key: 'k' }, '', '/contact')
  dispatchEvent(new PopStateEvent('popstate'))
  expect(history.location()).toMatchObject({ pathname: '/contact', state: 'kept', key: 'k', navigation: 'POP' })
  stop()
  dispatchEvent(new PopStateEvent('popstate'))
  expect(run).toHaveBeenCalledOnce()
})

describe('the router', () => {
  function Shown() {
    const { pathname, search } = useLocation()
    const [, setParams] = useSearchParams()
    const add = (name: string) =>
      setParams(
        (params) => {
          params.set(name, '1')
          return params
        },
        { replace: true },
      )
    const addBoth = () => ['a', 'b'].forEach(add)
    return (
      <>
        <output>{pathname + search}</output>
        <button onClick={addBoth}>Add both</button>
        <Link to="/contact">Contact</Link>
        <Link to="/contact" target="_blank">
          Another tab
        </Link>
        <Link to="/contact" onClick={(event) => event.preventDefault()}>
          Kept
        </Link>
      </>
    )
  }
  const open = (at = '/') => {
    const history = createMemoryHistory(at)
    render(
      <Router history={history}>
        <Shown />
      </Router>,
    )
    return history
  }
  const shown = () => screen.getByRole('status').textContent
  /** Presses a link, and says whether the press was left to the browser. */
  const press = (name: string, init: MouseEventInit = {}) => fireEvent.click(screen.getByRole('link', { name }), init)

  it('shows where a link leads to, and goes there once', () => {
    const history = open()
    expect(press('Contact')).toBe(false)
    expect(shown()).toBe('/contact')
    const { navigation } = history.location()
    expect(navigation).toBe('PUSH')
    press('Contact')
    expect(history.location().navigation).toBe('REPLACE')
    act(() => history.navigate(-1))
    expect(shown()).toBe('/')
  })

  it.each([
    ['Contact', { ctrlKey: true }],
    ['Contact', { metaKey: true }],
    ['Contact', { shiftKey: true }],
    ['Contact', { button: 1 }],
    ['Another tab', {}],
  ])('leaves a press on %s with %j to the browser', (name, init) => {
    open()
    const leave = vi.fn((event: Event) => {
      expect(event.defaultPrevented).toBe(false)
      event.preventDefault()
    })
    document.addEventListener('click', leave, { once: true })
    press(name, init)
    expect(leave).toHaveBeenCalledOnce()
    expect(shown()).toBe('/')
  })

  it('does nothing on a press that was taken already', () => {
    open()
    press('Kept')
    expect(shown()).toBe('/')
  })

  it('changes the query twice in one go', () => {
    open('/?z=0')
    fireEvent.click(screen.getByRole('button'))
    expect(shown()).toBe('/?z=0&a=1&b=1')
  })
})

it.each([
  ['/card/:id', '/card/abc', { id: 'abc' }],
  ['/card/:id', '/card/a%20b/', { id: 'a b' }],
  ['/card/:id', '/card/a%', { id: 'a%' }],
  ['/card/:id', '/card/', null],
  ['/card/:id', '/card/a/b', null],
  ['/', '/', {}],
  ['/', '/contact', null],
  ['/hall-of-fame', '/Hall-of-Fame', {}],
])('finds in %s the path %s: %j', (pattern, pathname, found) => {
  expect(matchPath(pattern, pathname)).toEqual(found)
})
