import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminView, ReportedCard } from '#shared/contracts/admin-view.ts'
import { AUTH_FORMS, type AuthFormView, type AuthView } from '#shared/contracts/auth-view.ts'
import { renderPlainPage } from '#web/entry-server.tsx'
import { aCard } from './support.tsx'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const FORM: AuthFormView = {
  kind: 'form',
  form: 'signin',
  query: 'project_id=p&redirect_url=https%3A%2F%2Fa.example%2F',
  providers: [{ name: 'google', label: 'Google' }],
  token: 'secret',
  owner: 'ann@example.com',
  email: 'ann@example.com',
  passwordMinCharacters: 8,
  fault: { code: 'INVALID_CREDENTIALS', message: 'Wrong.', hint: 'Try again.' },
}

const AUTH: AuthView[] = [
  ...AUTH_FORMS.map((form) => ({ ...FORM, form })),
  { kind: 'done', title: 'Password saved', text: 'Sign in with it now.', query: '', mailed: null },
  { kind: 'failed', message: 'Wrong.' },
]

const ENTRY: ReportedCard = {
  card: { ...aCard({ id: 'c1' }), visibility: 'public', hidden: true },
  waiting: true,
  reasons: ['minor'],
  details: ['<b>look</b>'],
  said: [{ reason: 'minor', detail: '<b>look</b>' }],
  reporters: 1,
  firstAt: '2026-11-20T12:00:00.000Z',
  dueAt: '2026-11-22T12:00:00.000Z',
}

const days = ['2026-11-20', '2026-11-21']
const counts = [1, 2]

const ADMIN: AdminView[] = [
  { kind: 'door', signInUrl: '/auth' },
  { kind: 'link sent' },
  { kind: 'enter', token: 't' },
  { kind: 'signed in' },
  { kind: 'failed', message: 'Wrong.' },
  {
    kind: 'queue',
    queue: [ENTRY],
    held: [{ card: 'c2', name: 'Ace', dueAt: NOW }],
    refused: [{ card: 'c3', refusedAt: '2026-11-20T12:00:00.000Z' }],
    email: 'boss@example.com',
    formToken: 'token',
    now: NOW,
  },
  { kind: 'removal', card: ENTRY, formToken: 'token' },
  {
    kind: 'messages',
    messages: [{ id: 'm', name: '', email: 'a@b.co', message: 'Hi', website: 'x', createdAt: '2026-11-20T12:00:00Z' }],
  },
  {
    kind: 'analytics',
    period: 7,
    days,
    visits: counts,
    generated: counts,
    saved: counts,
    voted: counts,
    invited: counts,
    channels: [{ name: 'Social', count: 3 }],
    pages: [],
  },
]

const PAGES = [...AUTH.map((view) => ['/auth', view] as const), ...ADMIN.map((view) => ['/admin', view] as const)]

const read = (path: '/auth' | '/admin', view: object) =>
  new DOMParser().parseFromString(renderPlainPage({ path, view, styles: [] }), 'text/html')

beforeEach(() => {
  const complaints = vi.spyOn(console, 'error')
  return () => expect(complaints).not.toHaveBeenCalled()
})

describe('a page without client-side scripts', () => {
  it.each(PAGES)('renders a complete document with a title and one heading: %s %o', (path, view) => {
    const page = read(path, view)
    expect(page.title).not.toBe('')
    expect(page.querySelectorAll('h1').length).toBe(1)
    expect(page.querySelectorAll('script, style, [style]').length).toBe(0)
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('links the style sheets of a plain page', () => {
    const html = renderPlainPage({ path: '/auth', view: FORM, styles: ['assets/a.css'] })
    expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>')
  })

  it.each(PAGES)('labels every field and posts every form: %s %o', (path, view) => {
    const page = read(path, view)
    for (const form of page.forms) expect(form.getAttribute('method')).toBe('post')
    for (const field of page.querySelectorAll('input:not([type=hidden])'))
      expect(page.querySelector(`label[for="${field.id}"]`)).not.toBeNull()
  })

  it('runs one script, from a file, where a pop-up posts its result', () => {
    const page = read('/auth', { kind: 'hand over', outcome: '{"a":"\\u003c/script>"}', continueUrl: '/', nonce: 'n' })
    const [data, script, ...more] = page.querySelectorAll('script')
    expect(JSON.parse(data!.textContent)).toEqual({ a: '</script>' })
    expect([data!.type, script!.getAttribute('src'), more]).toEqual(['application/json', '/hand-over.js', []])
  })
})
