import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keepPhoto } from '#web/screens/generator/remembered-photo.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import { takeConsole } from '../support/quiet.ts'
import { fill, generateButton, nickname, number, open, getGenerationCalls, takePhoto } from './generator-support.tsx'
import { aCard, show } from './support.tsx'

describe('the form before sending', () => {
  it('states next to the photo that it is not saved', () => {
    open()
    expect(screen.getByText(/photo not saved/i)).toBeTruthy()
  })

  it('explains why Generate needs a photo, sends nothing and keeps the form', async () => {
    const world = open()
    fill()
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Add a photo first.')).toBeTruthy()
    fireEvent.click(generateButton())
    const toasts = await screen.findByRole('region', { name: /notifications/i })
    expect(await within(toasts).findByText('Please upload an image before generating.')).toBeTruthy()
    expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
    expect(getGenerationCalls(world)).toHaveLength(0)
  })

  it('shows the remaining cards of the day', async () => {
    open()
    expect(await screen.findByText('5 left today')).toBeTruthy()
  })

  it('truncates a nickname at 64 characters and a number at 8, and counts from 48', () => {
    open()
    fireEvent.change(nickname(), { target: { value: 'x'.repeat(47) } })
    expect(screen.queryByText(/of 64/)).toBeNull()
    fireEvent.change(nickname(), { target: { value: 'x'.repeat(10_000) } })
    fireEvent.change(number(), { target: { value: '123456789' } })
    expect(nickname().value).toBe('x'.repeat(64))
    expect(number().value).toBe('12345678')
    expect(screen.getByText('64 of 64')).toBeTruthy()
  })

  it('shows digits of another script in the preview like on the card', async () => {
    open()
    fireEvent.change(number(), { target: { value: '٢٣' } })
    const chests = () => [...document.querySelectorAll('.card-preview-jersey')].map(({ textContent }) => textContent)
    await waitFor(() => expect(new Set(chests())).toEqual(new Set(['23'])))
    expect(number().value).toBe('٢٣')
  })

  it('warns under the field about letters missing from every card font, without blocking the form', async () => {
    open()
    fireEvent.change(nickname(), { target: { value: 'Ace 🏈 ก' } })
    const note = await screen.findByText("Our card font can't draw ก. You'll see a dot instead.")
    expect(nickname().getAttribute('aria-describedby')).toBe(note.id)
    fireEvent.change(nickname(), { target: { value: 'محمد Ace' } })
    await waitFor(() => expect(screen.queryByText(/has no letters/)).toBeNull())
    expect(nickname().getAttribute('aria-invalid')).toBe('false')
  })

  it('rejects a jersey number with other characters than digits, and keeps the form', async () => {
    const world = open()
    fill()
    await takePhoto()
    fireEvent.change(number(), { target: { value: '1000a-' } })
    expect(screen.getByText('Use digits only, like 7 or 00.').id).toBe(number().getAttribute('aria-describedby'))
    expect(screen.queryByText(/No\. 1000a-/)).toBeNull()
    fireEvent.click(generateButton())
    expect(document.activeElement).toBe(number())
    expect([nickname().value, number().value, getGenerationCalls(world)]).toEqual(['Nacho Joe', '1000a-', []])
    for (const value of ['7٢二', '00', '']) {
      fireEvent.change(number(), { target: { value } })
      expect(number().getAttribute('aria-invalid')).toBe('false')
    }
  })

  it('updates nickname, number and colors on the card while they are chosen', () => {
    open()
    fill()
    expect(screen.getAllByText(/Preview of your card: Nacho Joe, number 7, no team yet/)).not.toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: 'Random Team' }))
    expect(screen.queryByText(/Preview of your card: .*no team yet/)).toBeNull()
  })

  it('names a random team and random gear in a toast', async () => {
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Random Team' }))
    fireEvent.click(screen.getByRole('button', { name: 'Random Armor' }))
    const team = screen.getByRole('button', { name: /^Team Colors: / }).querySelector('b')!.textContent
    const piece = screen.getByRole('button', { name: /^Armor \/ Headgear: / }).querySelector('b')!.textContent
    const toasts = await screen.findByRole('region', { name: /notifications/i })
    expect(await within(toasts).findByText(team)).toBeTruthy()
    expect(await within(toasts).findByText(piece)).toBeTruthy()
  })

  it('restores the form after a reload, but not the photo', async () => {
    const world = open()
    fill()
    fireEvent.click(screen.getByRole('button', { name: 'Random Team' }))
    await takePhoto()
    const team = screen.getByRole('button', { name: /^Team Colors: / }).textContent
    document.body.replaceChildren()
    keepPhoto({ photo: null, photoUrls: {} })
    show(<GeneratorScreen />, world)
    expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
    expect(screen.getByRole('button', { name: /^Team Colors: / }).textContent).toBe(team)
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the newest cards below', () => {
  it('links the newest cards to their pages, in the order of the server', async () => {
    const cards = Array.from({ length: 8 }, (_, index) => aCard({ id: `new-${index}`, playerName: `New ${index}` }))
    open({ 'GET /api/cards?list=recent': { body: { cards } } })
    const links = await screen.findAllByRole('link', { name: /^New \d, number 7, Kansas City Chiefs$/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(cards.map(({ id }) => `/card/${id}`))
  })

  it('shows an empty list with Retry and no toast when the newest cards cannot be loaded', async () => {
    open({ 'GET /api/cards?list=recent': { status: 404, body: null } })
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
    expect(takeConsole().map(([first]) => first)).toEqual(['Could not load cards'])
  })
})
