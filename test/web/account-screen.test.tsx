import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AccountResponse } from '#shared/contracts/account.ts'
import AccountScreen from '#web/screens/account/account-screen.tsx'
import { createWorld, failure, type Routes, show } from './support.tsx'

const ANN: AccountResponse = {
  email: 'ann@example.com',
  createdAt: '2026-11-01T12:00:00.000Z',
  hasPassword: true,
  cards: 3,
  sessions: [
    { since: '2026-11-21T11:00:00.000Z', isThis: true },
    { since: '2026-11-02T11:00:00.000Z', isThis: false },
  ],
  isFresh: false,
}

function open(part: Partial<AccountResponse> = {}, routes: Routes = {}) {
  const world = createWorld({ 'GET /api/auth/account': { body: { ...ANN, ...part } }, ...routes })
  let isIn = true
  const listeners = new Set<() => void>()
  world.account = {
    ...world.account,
    email: () => (isIn ? ANN.email : null),
    subscribe: (run) => {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    signOut: () => {
      isIn = false
      listeners.forEach((run) => run())
    },
  }
  show(<AccountScreen />, world, { at: '/account' })
  return world
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const sent = (world: ReturnType<typeof open>, route: string) =>
  world.calls.filter((call) => call.route === route).map(({ body }) => body)

describe('the account page', () => {
  it('offers to sign in without a session', async () => {
    show(<AccountScreen />, createWorld(), { at: '/account' })
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
  })

  it('shows the email address and the sign-ins of the account', async () => {
    open()
    expect(await screen.findByText('ann@example.com')).toBeTruthy()
    const list = within(screen.getByRole('region', { name: 'Signed in' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    expect(list.getByText('· this device')).toBeTruthy()
  })

  it('changes the password, and explains an error at its field', async () => {
    const route = 'POST /api/auth/password/change'
    const world = open({}, { [route]: failure(400, 'WEAK_PASSWORD', 'Password is too weak.') })
    fireEvent.change(await screen.findByLabelText('Current password'), { target: { value: 'old one' } })
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'a new password' } })
    press('Change password')
    expect(await screen.findByText('Password is too weak.')).toBeTruthy()
    world.routes[route] = { body: { success: true } }
    press('Change password')
    expect(await screen.findByText('Password changed. Your other devices were signed out.')).toBeTruthy()
    expect(sent(world, route)).toHaveLength(2)
    expect(sent(world, route)[1]).toEqual({ oldPassword: 'old one', newPassword: 'a new password' })
  })

  it('marks only the old password when it is wrong', async () => {
    open({}, { 'POST /api/auth/password/change': failure(401, 'INVALID_CREDENTIALS', 'Invalid email or password.') })
    const old = await screen.findByLabelText('Current password')
    fireEvent.change(old, { target: { value: 'not it' } })
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'a new password' } })
    press('Change password')
    const words = await screen.findByText("That's not your password. Try again.")
    expect(old.getAttribute('aria-describedby')).toBe(words.id)
    await waitFor(() => expect(document.activeElement).toBe(old))
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('false')
    expect(screen.queryByText(/Invalid email/)).toBeNull()
  })

  it('marks neither password after another error', async () => {
    open({}, { 'POST /api/auth/password/change': failure(500, 'INTERNAL', 'Something broke.') })
    fireEvent.change(await screen.findByLabelText('Current password'), { target: { value: 'old one' } })
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'a new password' } })
    press('Change password')
    expect(await screen.findByText('Something broke.')).toBeTruthy()
    for (const label of ['Current password', 'New password'])
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('false')
  })

  it('deletes the account after the password, showing the number of its cards', async () => {
    const route = 'POST /api/auth/account/remove'
    const world = open({}, { [route]: failure(401, 'INVALID_CREDENTIALS', 'Invalid email or password.') })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
    expect(sheet.getByText(/3 cards, with all pictures and votes/)).toBeTruthy()
    expect(sent(world, route)).toEqual([])
    fireEvent.click(sheet.getByRole('button', { name: 'Delete account and 3 cards' }))
    expect(await sheet.findByText('Enter your password first.')).toBeTruthy()
    expect(sent(world, route)).toEqual([])
    fireEvent.change(sheet.getByLabelText('Password'), { target: { value: 'secret' } })
    fireEvent.click(sheet.getByRole('button', { name: 'Delete account and 3 cards' }))
    const words = await sheet.findByText("That's not your password. Try again.")
    expect(sheet.getByLabelText('Password').getAttribute('aria-describedby')).toBe(words.id)
    world.routes[route] = { body: { success: true } }
    fireEvent.click(sheet.getByRole('button', { name: 'Delete account and 3 cards' }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
    expect(screen.getByText('Your account was deleted.')).toBeTruthy()
    expect(sent(world, route)).toEqual([{ password: 'secret' }, { password: 'secret' }])
    expect(world.account.email()).toBeNull()
  })

  it('asks for no password just after a sign-in, but later does', async () => {
    const route = 'POST /api/auth/account/remove'
    const world = open(
      { isFresh: true },
      { [route]: failure(401, 'INVALID_CREDENTIALS', 'Invalid email or password.') },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
    expect(sheet.queryByLabelText('Password')).toBeNull()
    world.routes['GET /api/auth/account'] = { body: { ...ANN, isFresh: false } }
    fireEvent.click(sheet.getByRole('button', { name: 'Delete account and 3 cards' }))
    fireEvent.change(await sheet.findByLabelText('Password'), { target: { value: 'secret' } })
    expect(sheet.getByText('You signed in more than 10 minutes ago.')).toBeTruthy()
    world.routes[route] = { body: { success: true } }
    fireEvent.click(sheet.getByRole('button', { name: 'Delete account and 3 cards' }))
    expect(await screen.findByText('Your account was deleted.')).toBeTruthy()
    expect(sent(world, route)).toEqual([{}, { password: 'secret' }])
  })

  it('asks an account without a password for a fresh sign-in before ending anything', async () => {
    open({ hasPassword: false })
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }))
    expect(sheet.getByText(/come back within 10 minutes/)).toBeTruthy()
    expect(sheet.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull()
    expect(sheet.getByRole('button', { name: 'Sign in again' })).toBeTruthy()
  })

  it('signs out everywhere after a fresh sign-in', async () => {
    const world = open(
      { hasPassword: false, isFresh: true },
      { 'POST /api/auth/account/signout': { body: { success: true } } },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }))
    fireEvent.click(sheet.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
    expect(sent(world, 'POST /api/auth/account/signout')).toEqual([{}])
  })

  it('exports the account’s data as a file', async () => {
    const world = open({}, { 'GET /api/auth/account/export': { body: { account: { email: ANN.email } } } })
    fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }))
    await waitFor(() => expect(world.saved).toHaveLength(1))
    expect(world.saved[0]!.name).toBe('my-account.json')
    expect(JSON.parse(await world.saved[0]!.text())).toEqual({ account: { email: ANN.email } })
  })
})
