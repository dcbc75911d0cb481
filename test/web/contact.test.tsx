import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import ContactScreen from '#web/screens/contact/contact-screen.tsx'
import { CONFIG, createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

const ROUTE = 'POST /functions/v1/contact-submit'
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const write = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } })
}
const GOOD = { Name: 'Ada', Email: 'ada@example.com', Message: 'Nice duck.' }
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
const toastText = () => document.querySelector('[data-sonner-toast] [data-title]')?.textContent

async function open(routes: Routes = { [ROUTE]: { body: { success: true } } }, at = '/contact') {
  const world = createWorld(routes)
  show(<ContactScreen />, world, { at })
  await waitFor(() => expect(world.calls.map(({ route }) => route)).toContain('GET /api/config'))
  const sent = () => world.calls.filter(({ route }) => route === ROUTE)
  return { world, sent }
}

describe('the contact form', () => {
  it.each([
    ['everything empty', {}, 'Please fill in all fields.', 'Enter your name.', 'name'],
    [
      'no message, and an invalid email address',
      { Name: 'Ada', Email: 'ada', Message: '  ' },
      'Please fill in all fields.',
      'Write a message.',
      'message',
    ],
    [
      'an invalid email address',
      { ...GOOD, Email: 'ada@example' },
      'Please enter a valid email address.',
      'Please enter a valid email address.',
      'email',
    ],
  ])('explains in a toast and at the field what is wrong with %s', async (_, values, words, atField, focused) => {
    const { sent } = await open()
    write(values)
    send()
    await waitFor(() => expect(toastText()).toBe(words))
    expect(document.querySelector('.field-error')?.textContent).toBe(atField)
    expect(document.activeElement?.getAttribute('name')).toBe(focused)
    expect(sent()).toHaveLength(0)
  })

  it('dismisses the toast once the field is edited', async () => {
    await open()
    write({ ...GOOD, Email: 'ada@example' })
    send()
    await waitFor(() => expect(toastText()).toBe('Please enter a valid email address.'))
    write({ Email: 'ada@example.com' })
    await waitFor(() => expect(toastText()).toBeUndefined())
  })

  it('sends a message once, confirms it, clears the fields and stores the time', async () => {
    const { world, sent } = await open()
    write(GOOD)
    send()
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeTruthy()
    await waitFor(() => expect(toastText()).toBe("Message submitted successfully! We'll get back to you soon."))
    expect(sent()[0]!.body).toEqual({ name: 'Ada', email: 'ada@example.com', message: 'Nice duck.', website: '' })
    expect(sent()[0]!.headers.get('authorization')).toBe('Bearer public-key')
    expect([field('Name').value, field('Email').value, field('Message').value]).toEqual(['', '', ''])
    expect(world.stored.get('contact-last-sent')).toBe(String(world.clock.time))
  })

  it('waits for the settings before sending a message', async () => {
    let settle = (_response: { body: unknown }): void => undefined
    const settings = new Promise<{ body: unknown }>((resolve) => {
      settle = resolve
    })
    const { world, sent } = await open({ 'GET /api/config': settings, [ROUTE]: { body: { success: true } } })
    write(GOOD)
    send()
    expect(sent()).toEqual([])
    settle({ body: CONFIG })
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]!.headers.get('authorization')).toBe('Bearer public-key')
    expect(world.calls.filter(({ route }) => route === 'GET /api/config')).toHaveLength(1)
  })

  it('keeps the idempotency key for a retry, and replaces it once the message changed', async () => {
    const { world, sent } = await open({ [ROUTE]: failure(503, 'INTERNAL', 'Not now.') })
    const names = () => sent().map(({ headers }) => headers.get('idempotency-key'))
    write(GOOD)
    send()
    await waitFor(() => expect(document.querySelector('.field-error')?.textContent).toBe('Not now.'))
    send()
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(names()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(names()[1]).toBe(names()[0])
    await screen.findByRole('button', { name: 'Send Message' })
    world.routes[ROUTE] = { body: { success: true } }
    write({ Message: 'Nice duck!' })
    send()
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(names()[2]).not.toBe(names()[0])
  })

  it.each([
    ['an invalid reference', { body: { reference: 'call 555-0100' } }],
    ['an empty body', { status: 204, body: null }],
  ])('confirms a message regardless of the success response: %s', async (_, response) => {
    const { sent } = await open({ [ROUTE]: response })
    write(GOOD)
    send()
    await waitFor(() => expect(toastText()).toBe("Message submitted successfully! We'll get back to you soon."))
    expect([field('Name').value, sent().length]).toEqual(['', 1])
    expect(screen.queryByText(/Reference/)).toBeNull()
  })

  it('counts down 20 seconds on the button, keeps what is typed meanwhile, and sends it afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const { world, sent } = await open()
    const pass = async (milliseconds: number) => {
      world.clock.time += milliseconds
      await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
    }
    write(GOOD)
    send()
    await waitFor(() => expect(field('Name').value).toBe(''))
    write(GOOD)
    await pass(6_000)
    fireEvent.click(await screen.findByRole('button', { name: 'Send again in 14 s' }))
    await screen.findByText('Please wait a moment before sending another message.')
    expect(field('Message').value).toBe('Nice duck.')
    expect(sent()).toHaveLength(1)
    await pass(13_999)
    fireEvent.click(await screen.findByRole('button', { name: 'Send again in 1 s' }))
    expect(sent()).toHaveLength(1)
    await pass(1)
    await screen.findByRole('button', { name: 'Send Message' })
    send()
    await waitFor(() => expect(sent()).toHaveLength(2))
  })

  it('confirms a message with its reference in a focused panel with a next step', async () => {
    await open({ [ROUTE]: { body: { success: true, reference: '1A2B3C4D' } } })
    write(GOOD)
    send()
    const heading = await screen.findByRole('heading', { name: 'Message sent' })
    expect(document.activeElement).toBe(heading.parentElement)
    expect(heading.parentElement!.textContent).toContain('Your reference number is 1A2B3C4D.')
    expect(screen.getByRole('link', { name: 'See the Hall of Fame' }).getAttribute('href')).toBe('/hall-of-fame')
  })

  it('starts a report with the topic and the card in the link', async () => {
    const { sent } = await open(undefined, '/contact?topic=report&card=card-1')
    const begun = `Report a card: ${ORIGIN}/card/card-1\n\n`
    expect(field('Message').value).toBe(begun)
    write({ Name: 'Ada', Email: 'ada@example.com' })
    send()
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ message: begun }))
  })

  it('ignores a topic that does not exist', async () => {
    await open(undefined, '/contact?topic=constructor')
    expect(field('Message').value).toBe('')
  })

  it('counts the characters of the message', async () => {
    await open()
    expect(screen.getByText('0 of 5000')).toBeTruthy()
    write({ Message: 'Nice duck.' })
    expect(screen.getByText('10 of 5000')).toBeTruthy()
  })

  it.each([
    ["the server's message", failure(500, 'INTERNAL', 'The mailbox is on fire.'), 'The mailbox is on fire.'],
    ['the default message', { status: 502, body: null }, 'Submission failed'],
    ['a connection error', 'unreachable', 'Failed to send message — please try again later.'],
  ] as const)('shows %s and keeps the form when sending fails', async (_, response, words) => {
    await open({ [ROUTE]: response })
    write(GOOD)
    send()
    await waitFor(() => expect(toastText()).toBe(words))
    expect(screen.getByRole('alert').textContent).toBe(words)
    expect([field('Name').value, field('Email').value, field('Message').value]).toEqual(Object.values(GOOD))
  })

  it('sends a honeypot field that no visitor sees', async () => {
    const { sent } = await open()
    const honeypot = document.querySelector<HTMLInputElement>('input[name="website"]')!
    expect(honeypot.tabIndex).toBe(-1)
    expect(honeypot.autocomplete).toBe('off')
    expect(honeypot.closest('[aria-hidden="true"]')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull()
    fireEvent.change(honeypot, { target: { value: 'https://spam.example' } })
    write(GOOD)
    send()
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ website: 'https://spam.example' }))
  })

  it('links to the Hall of Fame', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Hall of Fame' }).getAttribute('href')).toBe('/hall-of-fame')
  })
})
