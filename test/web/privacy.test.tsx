import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sayHow } from '#shared/domain/making.ts'
import { sayPhotoEnd, sayPhotoFate, sayPhotoReader, sayPhotoUse } from '#shared/domain/photo-words.ts'
import { Footer } from '#web/app/footer.tsx'
import PrivacyScreen from '#web/screens/privacy/privacy-screen.tsx'
import { open } from './generator-support.tsx'
import { CONFIG, createWorld, failure, type Routes, show } from './support.tsx'

const drawnBy = (imageService: string | null): Routes => ({ 'GET /api/config': { body: { ...CONFIG, imageService } } })
const text = () => document.body.textContent

describe('what a visitor reads of the photo', () => {
  it.each([null, 'OpenAI', 'ai.example:8443'])('on the privacy page, where %s draws', async (service) => {
    show(<PrivacyScreen />, createWorld(drawnBy(service)))
    expect(await screen.findByText(sayPhotoReader(service))).toBeTruthy()
    expect(text()).toContain(sayPhotoUse(service))
    if (service === null) expect(text()).toContain('Our own software finds your face and draws the card')
    else expect(text()).toContain(`sent to ${service}`)
  })

  const elsewhere: Routes = { 'GET /api/config': { body: { ...CONFIG, backendHost: 'core.example' } } }

  it('on the privacy page, where another backend has the player drawn', async () => {
    show(<PrivacyScreen />, createWorld(elsewhere))
    for (const say of [sayPhotoReader, sayPhotoEnd])
      expect(await screen.findByText(say(null, 'core.example'))).toBeTruthy()
    expect(text()).toContain(sayPhotoUse(null, 'core.example'))
    expect(text()).not.toContain('Our own software finds your face and draws the card')
  })

  it('above the form, where another backend has the player drawn', async () => {
    open(elsewhere)
    expect(await screen.findByText(sayHow(null, 'core.example'))).toBeTruthy()
  })

  it('in the privacy lines below every page, where another backend has the player drawn', async () => {
    show(<Footer />, createWorld(elsewhere))
    fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))
    expect(await screen.findByText(sayPhotoFate(null, 'core.example'))).toBeTruthy()
  })

  it('promises nothing of where the photo goes below the page as long as the engine is not known', async () => {
    show(<Footer />, createWorld({ 'GET /api/config': failure(500, 'INTERNAL', 'no') }))
    fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))
    expect(await screen.findByText(/Reload the page to see who draws it\.$/)).toBeTruthy()
    expect(text()).not.toContain(sayPhotoFate(null))
  })

  it('promises nothing as long as the engine is not known', async () => {
    show(<PrivacyScreen />, createWorld({ 'GET /api/config': failure(500, 'INTERNAL', 'no') }))
    expect(await screen.findByText(/^The service that draws the card\./)).toBeTruthy()
    expect(text()).not.toContain(sayPhotoReader(null))
  })

  it.each([null, 'Replicate'])('in the privacy lines below every page, where %s draws', async (service) => {
    show(<Footer />, createWorld(drawnBy(service)))
    fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))
    expect(await screen.findByText(sayPhotoFate(service))).toBeTruthy()
  })

  it.each([null, 'Google'])('above the form, where %s draws', async (service) => {
    open(drawnBy(service))
    expect(await screen.findByText(sayHow(service))).toBeTruthy()
    expect(text().includes('AI-generated')).toBe(service !== null)
  })
})
