import { describe, expect, test } from 'vitest'
import type { Auth } from '#shared/client/auth/auth.ts'
import type { Roles } from '#shared/client/auth/roles.ts'
import { createClient } from '#shared/client/index.ts'

const ROLES: Roles = {
  viewer: { permissions: ['read'] },
  editor: { permissions: ['write.cards', 'remove.drafts'], inherit: ['viewer'] },
  chief: { permissions: [], inherit: ['editor', 'nobody'] },
  admin: { permissions: ['*'] },
  one: { permissions: ['a'], inherit: ['two'] },
  two: { permissions: ['b'], inherit: ['three'] },
  three: { permissions: ['c'], inherit: ['one', 'three'] },
}

/** A user with a role, as a server would use it. */
async function signedIn(role: string | undefined, roles: Roles | null = ROLES): Promise<Auth> {
  const { auth } = createClient({
    projectId: 'p1',
    coreUrl: 'https://core.example',
    token: 'token',
    auth: roles === null ? {} : { roles },
    fetch: () => Response.json({ user: { id: 'u1', ...(role !== undefined && { role }) } }),
  })
  await auth.me()
  return auth
}

describe('permissions of roles', () => {
  test.each([
    ['admin', 'anything', 'anywhere', true],
    ['admin', 'anything', undefined, true],
    ['viewer', 'read', undefined, true],
    ['viewer', 'read', 'cards', true],
    ['viewer', 'write', 'cards', false],
    ['viewer', '*', undefined, false],
    ['editor', 'write', 'cards', true],
    ['editor', 'write', 'users', false],
    ['editor', 'write', undefined, false],
    ['editor', 'write.cards', undefined, true],
    ['editor', 'read', 'cards', true],
    ['chief', 'remove', 'drafts', true],
    ['chief', 'read', undefined, true],
    ['chief', 'remove', 'cards', false],
    ['one', 'c', undefined, true],
    ['three', 'b', 'x', true],
    ['two', 'd', undefined, false],
    ['nobody', 'read', undefined, false],
    ['constructor', 'read', undefined, false],
    ['__proto__', 'read', undefined, false],
    [undefined, 'read', undefined, false],
  ])('decides for the role %s: %s %s — %s', async (role, action, resource, expected) => {
    expect((await signedIn(role)).can(action, resource)).toBe(expected)
  })

  test('allows nothing without configured roles or without a session', async () => {
    for (const roles of [null, {}]) {
      const without = await signedIn('admin', roles)
      expect([without.hasRole('admin'), without.can('read')]).toEqual([false, false])
    }
    const { auth } = createClient({ projectId: 'p1', coreUrl: 'https://core.example', auth: { roles: ROLES } })
    expect([auth.hasRole(['admin', 'viewer']), auth.can('read')]).toEqual([false, false])
  })

  test('matches a role by name or in a list, but not the roles it inherits', async () => {
    const editor = await signedIn('editor')
    expect(editor.hasRole('editor')).toBe(true)
    expect(editor.hasRole(['admin', 'editor'])).toBe(true)
    expect([editor.hasRole('viewer'), editor.hasRole([]), editor.hasRole('edit')]).toEqual([false, false, false])
  })
})
