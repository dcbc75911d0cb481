import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fitsSchema } from '#worker/backend/ai/fits-schema.ts'
import { ObjectRequest } from '#worker/backend/ai/schema.ts'
import { type Answering, events } from '../../support/ai-stand-ins.ts'
import { offendersOf } from '../../support/offenders.ts'
import { refusalOf } from '../client/recorder.ts'
import { bodyOf, createService } from './service.ts'

/** Streams that break off are noted, which is not what this is about. */
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))

const PLAYER = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    number: { type: 'integer' },
    teams: { type: 'array', items: { type: 'string' } },
  },
  required: ['name', 'number'],
  additionalProperties: false,
}
const ACE = { name: 'Ace', number: 12, teams: ['Bears'] }

/** A model that says one thing, in one piece and word by word. */
const saying = (value: unknown): Answering => {
  const text = JSON.stringify(value)
  const choice = (fields: object) => ({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, ...fields }] })
  return ({ body }) =>
    body['stream'] === true
      ? events(
          [...[...text].map((content) => choice({ delta: { content } })), choice({ delta: {}, finish_reason: 'stop' })],
          { done: true },
        )
      : Response.json(choice({ message: { role: 'assistant', content: text }, finish_reason: 'stop' }))
}

describe('an object that a model makes', () => {
  test('is judged by its schema, whole and streamed', async () => {
    const offenders = await offendersOf(
      [
        ['as its schema says', ACE, true],
        ['without what need not be there', { name: 'Ace', number: 12 }, true],
        ['with a wrong type', { ...ACE, number: 'twelve' }, false],
        ['without something', { name: 'Ace' }, false],
        ['with something more', { ...ACE, coach: 'Lee' }, false],
        ['with a wrong element in a list', { ...ACE, teams: ['Bears', 7] }, false],
        ['that is a list', [ACE], false],
      ],
      JSON.stringify,
      async ([, made, fits]) => {
        const order = { prompt: 'Who?', schema: PLAYER }
        const whole = createService({ answering: saying(made) })
        if (fits) expect((await whole.ai.object(ObjectRequest.parse(order), whole.asker)).object).toEqual(made)
        else
          expect(await refusalOf(whole.ai.object(ObjectRequest.parse(order), whole.asker))).toMatchObject({
            code: 'AI_FAILED',
          })
        const streamed = createService({ answering: saying(made) })
        const body = await streamed.ai
          .streamObject(ObjectRequest.parse({ ...order, stream: true }), streamed.asker)
          .then(bodyOf, (thrown: { code: string }) => `3:"code":"${thrown.code}"`)
        expect([/^d:/m.test(body), /^3:.*/m.test(body), body.includes('AI_FAILED')]).toEqual([fits, !fits, !fits])
      },
    )
    expect(offenders).toEqual([])
  })

  test.each([
    [[ACE, { ...ACE, name: 'Bo' }], true],
    [[ACE, { ...ACE, number: 1.5 }], false],
  ])('and so each one of a list: %j', async (elements, fits) => {
    const order = { prompt: 'Who?', output: 'array', schema: PLAYER } as const
    for (const stream of [false, true]) {
      const { ai, asker } = createService({ answering: saying({ elements }) })
      const request = ObjectRequest.parse({ ...order, stream })
      const answer = stream
        ? await ai.streamObject(request, asker).then(bodyOf, (thrown: { code: string }) => thrown.code)
        : await ai.object(request, asker).then(JSON.stringify, (thrown: { code: string }) => thrown.code)
      expect([answer.includes('Bo'), answer.includes('AI_FAILED')], answer).toEqual([fits, !fits])
    }
  })
})

const NODE = { type: 'object', properties: { next: { $ref: '#' } }, required: ['v'] }

describe('a schema', () => {
  test('lets pass what fits it and refuses what does not', async () => {
    const offenders = await offendersOf(
      [
        [{}, 1, true],
        [false, 1, false],
        [{ type: ['string', 'null'] }, null, true],
        [{ type: ['string', 'null'] }, 3, false],
        [{ type: 'string', nullable: true }, null, true],
        [{ type: 'integer' }, 1.5, false],
        [{ enum: ['a', 2] }, 2, true],
        [{ enum: ['a', 2] }, 'b', false],
        [{ const: { a: 1 } }, { a: 1 }, true],
        [{ const: null }, 0, false],
        [{ minimum: 1, maximum: 3 }, 4, false],
        [{ minLength: 2 }, '🏈', false],
        [{ maxItems: 1 }, [1, 2], false],
        [{ minProperties: 1 }, {}, false],
        [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, true, false],
        [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, 1, true],
        [{ allOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1 }, false],
        [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, ['a', 1, 2], true],
        [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, ['a', 'b'], false],
        [{ items: [{ type: 'string' }], additionalItems: false }, ['a', 1], false],
        [{ additionalProperties: { type: 'number' } }, { a: 'x' }, false],
        [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, 1, false],
        [NODE, { v: 1, next: { v: 2, next: {} } }, false],
        [NODE, { v: 1, next: { v: 2 } }, true],
        // A keyword that is not judged refuses nothing that fits.
        [{ type: 'strange', $ref: 'https://x.example/s.json', pattern: '^(a+)+$', not: {} }, 'b', true],
        [{ patternProperties: { '^x': {} }, additionalProperties: false }, { x1: 1 }, true],
      ],
      JSON.stringify,
      ([schema, value, fits]) => {
        expect(fitsSchema(value, schema)).toBe(fits)
      },
    )
    expect(offenders).toEqual([])
  })

  test('that doubles with each step, or never ends, is given up soon', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`d${i}`, { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${i + 1}` })) }]),
    )
    expect(() => fitsSchema(1, { $ref: '#/$defs/d0', $defs: doubling })).toThrow('too much to judge')
    expect(() => fitsSchema(1, { $ref: '#' })).toThrow('too deep to judge')
  })
})
