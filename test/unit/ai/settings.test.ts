import { describe, expect, test } from 'vitest'
import type { AppError } from '#shared/client/errors.ts'
import { chooseModel, type ModelRequest } from '#worker/backend/ai/choice.ts'
import { readConfig } from '#worker/config.ts'
import { findOffenders } from '../../support/offenders.ts'
import { vars } from './service.ts'

const settings = (more: object = {}) => readConfig({ ...vars, ...more }).ai
const choose = (more: object, wish: Partial<ModelRequest> = {}) =>
  chooseModel(settings(more), { task: 'text', isService: false, ...wish })

function getFault(work: () => unknown): AppError {
  try {
    work()
  } catch (thrown) {
    return thrown as AppError
  }
  throw new Error('was accepted')
}

const TEXT = { AI_TEXT_PROVIDER: 'openai', AI_TEXT_MODEL: 'small, large', AI_OPENAI_KEY: 'k' }

describe('chooseModel', () => {
  test('chooses the first configured model, or another configured one that the caller names', () => {
    const baseUrl = 'https://api.openai.com/v1'
    expect(choose(TEXT)).toEqual({ task: 'text', provider: 'openai', model: 'small', key: 'k', baseUrl })
    expect(choose(TEXT, { model: 'large' }).model).toBe('large')
    expect(getFault(() => choose(TEXT, { model: 'huge' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'model', message: 'must be one of small, large' }],
    })
    expect(choose(TEXT, { model: 'huge', isService: true }).model).toBe('huge')
  })

  test('names the setting of a missing model', async () => {
    const offenders = await findOffenders(
      [
        ['text', {}, 'AI_TEXT_PROVIDER'],
        ['speech', TEXT, 'AI_SPEECH_PROVIDER'],
        ['transcription', TEXT, 'AI_TRANSCRIPTION_PROVIDER'],
        ['image', {}, 'AI_IMAGE_PROVIDER'],
        ['text', { ...TEXT, AI_TEXT_MODEL: '' }, 'AI_TEXT_MODEL'],
        ['text', { ...TEXT, AI_OPENAI_KEY: '' }, 'AI_OPENAI_KEY'],
        ['image', { AI_IMAGE_PROVIDER: 'fal', AI_IMAGE_MODEL: 'm' }, 'AI_FAL_KEY'],
        ['image', { AI_IMAGE_PROVIDER: 'replicate', AI_IMAGE_MODEL: 'm' }, 'AI_REPLICATE_KEY'],
        ['text', { AI_TEXT_PROVIDER: 'anthropic', AI_TEXT_MODEL: 'm' }, 'AI_ANTHROPIC_KEY'],
        ['speech', { AI_SPEECH_PROVIDER: 'google', AI_SPEECH_MODEL: 'm' }, 'AI_GOOGLE_KEY'],
        ['text', { AI_TEXT_PROVIDER: 'openai-compatible', AI_TEXT_MODEL: 'm' }, 'AI_COMPATIBLE_BASE_URL'],
      ] as const,
      JSON.stringify,
      ([task, more, setting]) => {
        const fault = getFault(() => choose(more, { task }))
        expect(fault).toMatchObject({ code: 'AI_NOT_CONFIGURED', status: 503 })
        expect(fault.message).toContain(setting)
      },
    )
    expect(offenders).toEqual([])
  })

  test('needs no key for a compatible server', () => {
    const local = {
      AI_TEXT_PROVIDER: 'openai-compatible',
      AI_TEXT_MODEL: 'm',
      AI_COMPATIBLE_BASE_URL: 'https://x.example/v1/',
    }
    expect(choose(local)).toMatchObject({ key: null, baseUrl: 'https://x.example/v1' })
  })
})

describe('AI settings', () => {
  test('names invalid AI settings', async () => {
    const offenders = await findOffenders(
      [
        [{ AI_TEXT_PROVIDER: 'fal' }, 'AI_TEXT_PROVIDER'],
        [{ AI_IMAGE_PROVIDER: 'anthropic' }, 'AI_IMAGE_PROVIDER'],
        [{ AI_SPEECH_PROVIDER: 'nobody' }, 'AI_SPEECH_PROVIDER'],
        [{ AI_OPENAI_BASE_URL: 'not an address' }, 'AI_OPENAI_BASE_URL'],
        [{ AI_OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }, 'AI_OPENAI_BASE_URL'],
        [{ AI_TIMEOUT_SECONDS: '600' }, 'AI_TIMEOUT_SECONDS'],
        [{ DAILY_GENERATION_CEILING: '-1' }, 'DAILY_GENERATION_CEILING'],
      ],
      JSON.stringify,
      ([more, name]) => {
        expect(String(getFault(() => settings(more)).cause)).toContain(name)
      },
    )
    expect(offenders).toEqual([])
  })

  test('allows a provider on this machine only locally', () => {
    const local = { APP_ENV: 'local', AI_OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
    expect(settings(local).accounts.openai.baseUrl).toBe('http://127.0.0.1:9/v1')
  })

  test('names the service that receives the photos', async () => {
    const offenders = await findOffenders(
      [
        ['no service for the built-in artist', {}, null],
        ['a known service by name', { AI_IMAGE_PROVIDER: 'google' }, 'Google'],
        ['the platform', { AI_IMAGE_PROVIDER: 'workers-ai' }, 'Cloudflare'],
        [
          'a replaced base URL by its host',
          { AI_IMAGE_PROVIDER: 'openai', AI_OPENAI_BASE_URL: 'https://ai.example:8443/v1' },
          'ai.example:8443',
        ],
        [
          'a compatible server by its host',
          { AI_IMAGE_PROVIDER: 'openai-compatible', AI_COMPATIBLE_BASE_URL: 'https://x.example/v1' },
          'x.example',
        ],
        ['a generic name for an incomplete configuration', { AI_IMAGE_PROVIDER: 'openai-compatible' }, 'an AI service'],
      ],
      JSON.stringify,
      ([, more, name]) => {
        expect(readConfig({ ...vars, ...more }).imageService).toBe(name)
      },
    )
    expect(offenders).toEqual([])
  })

  test('lowers the daily cards for paid providers, and sets a site-wide ceiling', () => {
    const perDay = (more: object) => readConfig({ ...vars, ...more }).generations.perVisitorPerDay
    expect(perDay({})).toBe(20)
    expect(perDay({ AI_IMAGE_PROVIDER: 'fal' })).toBe(5)
    expect(perDay({ AI_IMAGE_PROVIDER: 'fal', GENERATIONS_PER_VISITOR_PER_DAY: '9' })).toBe(9)
    const perNetwork = (more: object) => readConfig({ ...vars, ...more }).generations.perNetworkPerDay
    expect([perNetwork({}), perNetwork({ AI_IMAGE_PROVIDER: 'fal' })]).toEqual([null, 50])
    expect(settings().perDay).toEqual({ visitorCalls: 50, pictures: 2000, calls: 2000 })
    expect(settings({ APP_ENV: 'local', LIMITS: 'relaxed' }).perDay.pictures).toBe(2_000_000)
  })
})
