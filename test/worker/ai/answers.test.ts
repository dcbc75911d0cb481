import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../support/env.ts'
import { createAsking } from './asking.ts'
import { OBJECT, TEXT } from './stand-ins.ts'

beforeEach(freshDatabase)

const schema = {
  type: 'object',
  properties: { team: { type: 'string' }, score: { type: 'number' } },
  required: ['team', 'score'],
}

describe.each(['openai', 'google', 'anthropic', 'openai-compatible'])('%s', (provider) => {
  test('answers a prompt', async () => {
    const { ask, asked } = createAsking({ provider })
    const response = await ask('text', { prompt: 'Who won?', maxTokens: 50, temperature: 0.5, stream: false })
    const answer = await response.json()
    expect(response.status, JSON.stringify(answer)).toBe(200)
    expect(answer).toMatchObject({
      text: TEXT,
      finishReason: 'stop',
      usage: { promptTokens: 3, completionTokens: 5, totalTokens: 8 },
    })
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(asked[0]!.body)).toContain('Who won?')
  })

  test('answers with an object that fits a schema', async () => {
    const { ask } = createAsking({ provider })
    const response = await ask('object', { prompt: 'Who won?', schema })
    const answer = await response.json()
    expect(response.status, JSON.stringify(answer)).toBe(200)
    expect(answer).toMatchObject({ object: OBJECT, usage: { promptTokens: 3, completionTokens: 5 } })
  })
})
