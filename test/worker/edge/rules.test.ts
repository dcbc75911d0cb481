import { expect, test } from 'vitest'
import { createTestApp, noPictures } from '../../support/app.ts'
import { testEnv } from '../../support/env.ts'

const read = async (settings: Record<string, string> = {}) => {
  const app = createTestApp({ pictures: noPictures }, { ...testEnv(), ...settings })
  const response = await app.send('/rules')
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll(/<!-- -->/g, '').replaceAll(/\s+/g, ' ')
}

test('states what the Hall takes, what it does not, and when reports are decided', async () => {
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

test('a page beside the app ends like the app does, with the ways on', async () => {
  for (const path of ['/admin', '/auth']) {
    const page = await (await createTestApp({ pictures: noPictures }).send(path)).text()
    const footer = /<footer class="footer-footer">[\s\S]*<\/footer>/.exec(page)![0]
    const links = [...footer.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual(['/my-cards', '/rules', '/contact', '/privacy-policy'])
    expect(footer).toMatch(/© 2024 Fantasy Football Cards\. .*independent of the league, its teams and its players/)
  }
})
