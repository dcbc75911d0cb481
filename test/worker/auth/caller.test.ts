import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'

const KEY = 'public-fantasy-cards'
const TABLE = '/rest/v1/fantasy_football_cards?select=id'

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
})

describe('a key of this project', () => {
  test.each([
    ['as apikey', { apikey: KEY }],
    ['as the bearer', { authorization: `Bearer ${KEY}` }],
    ['as both', { apikey: KEY, authorization: `Bearer ${KEY}` }],
    ['as a publishable key', { 'x-acme-publishable-key': KEY }],
  ])('is taken %s', async (_how, headers) => {
    const response = await createTestApp().send(TABLE, { headers })
    expect([response.status, await response.json()]).toEqual([200, [{ id: 'c1' }]])
  })

  test.each([
    ['missing', {}],
    ['somebody else’s', { apikey: 'another-project' }],
    ['right in one place and wrong in another', { apikey: KEY, authorization: 'Bearer stolen' }],
    ['wrong as a publishable key', { 'x-acme-publishable-key': 'stolen' }],
  ])('that is %s is refused', async (_how, headers) => {
    const response = await createTestApp().send(TABLE, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
