import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { createAccount } from '#web/lib/account.ts'
import { createBrowserAccount } from '#web/lib/browser-account.ts'
import { createWorld, renderApp } from './support.tsx'

type Session = Awaited<ReturnType<Parameters<typeof createAccount>[0]>>

const SIGNED_OUT = { user: null, tokens: null, isAuthenticated: false, isLoading: false }
const ANN = { ...SIGNED_OUT, user: { id: 'u1', email: 'ann@example.com' }, isAuthenticated: true }

/** A fake sign-in session that tests control. */
function createSession(state: ReturnType<Session['state']>) {
  const tell = new Set<(state: ReturnType<Session['state']>) => void>()
  const left: string[] = []
  const used: unknown[] = []
  let now = state
  const set = (next: typeof state) => {
    now = next
    tell.forEach((run) => run(now))
  }
  const session: Session = {
    state: () => now,
    onAuthStateChanged(run) {
      tell.add(run)
      run(now)
      return () => tell.delete(run)
    },
    failure: null,
    login: () => void left.push('/auth'),
    signOut: () => set(SIGNED_OUT),
    token: async () => (now.user === null ? null : 'token'),
    verifyMagicLink: async (token) => {
      used.push(token)
      if (token === 'used') throw new AppError('MAGIC_LINK_EXPIRED')
      set(ANN)
      return ANN.user
    },
    can: (action, resource) => now.user?.role === 'admin' && `${action}.${resource}` === 'decide.reports',
  }
  return { session, set, left, used }
}

function open(session: Session) {
  const loads: string[] = []
  const account = createAccount(async (projectId) => {
    loads.push(projectId)
    return session
  })
  const world = createWorld({ 'GET /api/cards/mine': { body: { cards: [] } } }, { account })
  renderApp(world)
  return { account, loads, world }
}

describe('being signed in', () => {
  beforeEach(() => window.history.replaceState(null, '', '/my-cards'))

  it('offers sign-in with one link, which loads the session code and goes to the sign-in page', async () => {
    const { session, left } = createSession(SIGNED_OUT)
    const { loads } = open(session)
    await screen.findByText(/^Cards you made in this browser\. We keep/)
    expect(loads).toEqual([])
    const link = screen.getByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe('/auth')
    await waitFor(() => {
      fireEvent.click(link)
      expect(left).toContain('/auth')
    })
    expect(loads).toEqual(['fantasy-cards'])
  })

  it('shows whose cards are listed, reloads them, and signs out with one button', async () => {
    const { session, set } = createSession(SIGNED_OUT)
    const { account, world } = open(session)
    await screen.findByText(/^Cards you made in this browser\. We keep/)
    await account.open('fantasy-cards')
    act(() => set(ANN))
    await screen.findByText(/or saved as ann@example\.com\./)
    const countRequests = () => world.calls.filter(({ route }) => route === 'GET /api/cards/mine').length
    await waitFor(() => expect(countRequests()).toBe(2))
    fireEvent.click(screen.getByRole('button', { name: 'Sign out of ann@example.com' }))
    await screen.findByRole('link', { name: 'Sign in' })
    expect(await account.token()).toBeNull()
    expect(await screen.findAllByText('You are signed out.')).toHaveLength(1)
  })

  it('shows the link to the reports only to admins', async () => {
    const { session, set } = createSession(ANN)
    const { account } = open(session)
    await account.open('fantasy-cards')
    await screen.findByRole('button', { name: 'Sign out of ann@example.com' })
    expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull()
    act(() => set({ ...ANN, user: { id: 'u2', email: 'boss@example.com', role: 'admin' } }))
    expect((await screen.findByRole('link', { name: 'Reports' })).getAttribute('href')).toBe('/admin')
  })

  it('explains why a visitor returned without being signed in', async () => {
    const { session } = createSession(SIGNED_OUT)
    const account = createAccount(async () => ({
      ...session,
      failure: new AppError('POPUP_CANCELED'),
    }))
    await account.open('fantasy-cards')
    renderApp(createWorld({ 'GET /api/cards/mine': { body: { cards: [] } } }, { account }))
    await screen.findByText('Sign-in was canceled. Please try again.')
  })

  it('asks for confirmation before a mailed link signs in', async () => {
    const { session, used } = createSession(SIGNED_OUT)
    const { account } = open(session)
    const come = async () => {
      act(() => account.enter('t1', async () => 'fantasy-cards'))
      return within(await screen.findByRole('dialog', { name: 'Sign in with this link?' }))
    }
    fireEvent.click((await come()).getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByText('Sign in with this link?')).toBeNull())
    expect([used, account.email()]).toEqual([[], null])
    fireEvent.click((await come()).getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('button', { name: 'Sign out of ann@example.com' })
    expect(used).toEqual(['t1'])
  })

  it('asks for confirmation with the account’s name before tokens in a link start a session', async () => {
    const account = createAccount(async (_, confirm) => {
      const { session, set } = createSession(SIGNED_OUT)
      void confirm({ email: 'eve@example.com' }).then((isWanted) => set(isWanted ? ANN : SIGNED_OUT))
      return session
    })
    renderApp(createWorld({ 'GET /api/cards/mine': { body: { cards: [] } } }, { account }))
    await act(async () => void (await account.open('fantasy-cards')))
    expect(await screen.findByText('It signs you in as eve@example.com.')).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await waitFor(() => expect([account.question(), account.email()]).toEqual([null, null]))
  })

  it('reports a mailed link that was already used', async () => {
    const { session } = createSession(SIGNED_OUT)
    window.history.replaceState(null, '', '/my-cards?a=1&magic_token=used#top')
    const { account, arrive } = createBrowserAccount(async () => session)
    await arrive(async () => 'fantasy-cards')
    expect(location.href).toMatch(/\/my-cards\?a=1#top$/)
    renderApp(createWorld({ 'GET /api/cards/mine': { body: { cards: [] } } }, { account }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in with this link?' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Magic link has expired. Please request a new one.')
  })

  it('sends the token with calls about own cards and generations, but not with public lists', async () => {
    const { session } = createSession(ANN)
    const { arrive, send } = createBrowserAccount(async () => session)
    window.history.replaceState(null, '', '/?access_token=t1')
    await arrive(async () => 'fantasy-cards')
    const sent: (string | null)[] = []
    vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return new Response()
    })
    for (const path of ['/api/generations/1', '/api/cards/mine', '/api/cards?list=top', '/api/teams'])
      await send(path, {})
    vi.unstubAllGlobals()
    expect(sent).toEqual(['Bearer token', 'Bearer token', null, null])
  })

  it('keeps working when the session code cannot be loaded', async () => {
    let tries = 0
    const account = createAccount(() => Promise.reject(new Error(`offline ${++tries}`)))
    await expect(account.open('p')).rejects.toThrow('offline 1')
    expect(await account.token()).toBeNull()
    await expect(account.signIn('p')).rejects.toThrow('offline 2')
  })
})
