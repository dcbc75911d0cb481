import { expect, test } from 'vitest'
import { createTestApp, noPictures } from '../../support/app.ts'
import { testEnv } from '../../support/env.ts'

const read = async (settings: Record<string, string> = {}) => {
  const app = createTestApp({ pictures: noPictures }, { ...testEnv(), ...settings })
  const response = await app.send('/rules')
  expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
  return (await response.text()).replaceAll(/\s+/g, ' ')
}

test('the rules say what the Hall takes, what it does not, and until when reports are decided', async () => {
  const page = await read()
  for (const words of [
    '18 or older',
    'children',
    'nudity',
    'hate',
    'has not agreed',
    'within 48 hours',
    'hides a card at once',
  ])
    expect(page).toContain(words)
  expect(page).toContain('Its picture cannot be published again')
  expect(page).toContain('not in the Hall before a moderator has seen it')
  expect(await read({ REVIEW_CARDS_WITHOUT_FACE: 'false' })).not.toContain('before a moderator has seen it')
})
