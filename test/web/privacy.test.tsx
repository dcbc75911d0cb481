import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { describeMethod } from '#shared/domain/provenance.ts'
import {
  describePhotoDeletion,
  summarizePhotoDeletion,
  describePhotoReaders,
  describePhotoUse,
} from '#shared/domain/photo-words.ts'
import { Footer } from '#web/app/footer.tsx'
import PrivacyScreen from '#web/screens/privacy/privacy-screen.tsx'
import { open } from './generator-support.tsx'
import { CONFIG, createWorld, failure, type Routes, show } from './support.tsx'

const drawnBy = (imageService: string | null): Routes => ({ 'GET /api/config': { body: { ...CONFIG, imageService } } })
const text = () => document.body.textContent

describe('statements about the photo', () => {
  it.each([null, 'OpenAI', 'ai.example:8443'])(
    'names the photo’s recipient on the privacy page for the provider %s',
    async (service) => {
      show(<PrivacyScreen />, createWorld(drawnBy(service)))
      expect(await screen.findByText(describePhotoReaders(service))).toBeTruthy()
      expect(text()).toContain(describePhotoUse(service))
      if (service === null) expect(text()).toContain('Our own software finds your face and draws the card')
      else expect(text()).toContain(`We send it to ${service}`)
    },
  )

  const elsewhere: Routes = { 'GET /api/config': { body: { ...CONFIG, backendHost: 'core.example' } } }

  it('names the photo’s recipient on the privacy page when another backend draws', async () => {
    show(<PrivacyScreen />, createWorld(elsewhere))
    for (const say of [describePhotoReaders, describePhotoDeletion])
      expect(await screen.findByText(say(null, 'core.example'))).toBeTruthy()
    expect(text()).toContain(describePhotoUse(null, 'core.example'))
    expect(text()).not.toContain('Our own software finds your face and draws the card')
  })

  it('names the photo’s recipient above the form when another backend draws', async () => {
    open(elsewhere)
    expect(await screen.findByText(describeMethod(null, 'core.example'))).toBeTruthy()
  })

  it('names the photo’s recipient in the footer when another backend draws', async () => {
    show(<Footer />, createWorld(elsewhere))
    fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))
    expect(await screen.findByText(summarizePhotoDeletion(null, 'core.example'))).toBeTruthy()
  })

  it('promises nothing about the photo in the footer while the engine is unknown', async () => {
    show(<Footer />, createWorld({ 'GET /api/config': failure(500, 'INTERNAL', 'no') }))
    fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))
    expect(await screen.findByText(/Reload the page to see who draws it\.$/)).toBeTruthy()
    expect(text()).not.toContain(summarizePhotoDeletion(null))
  })

  it('promises nothing about the photo while the engine is unknown', async () => {
    show(<PrivacyScreen />, createWorld({ 'GET /api/config': failure(500, 'INTERNAL', 'no') }))
    expect(await screen.findByText(/^The service that draws the card\./)).toBeTruthy()
    expect(text()).not.toContain(describePhotoReaders(null))
  })

  it.each([null, 'Replicate'])('names the photo’s recipient in the footer for the provider %s', async (service) => {
    show(<Footer />, createWorld(drawnBy(service)))
    fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))
    expect(await screen.findByText(summarizePhotoDeletion(service))).toBeTruthy()
  })

  it.each([null, 'Google'])('names the photo’s recipient above the form for the provider %s', async (service) => {
    open(drawnBy(service))
    expect(await screen.findByText(describeMethod(service))).toBeTruthy()
    expect(text().includes('AI-generated')).toBe(service !== null)
  })
})
