import { expect, test } from 'vitest'
import { createTestApp, noPictures } from '../../support/app.ts'
import { testEnv } from '../../support/env.ts'

const read = async (settings: Record<string, string> = {}) => {
  const app = createTestApp({ pictures: noPictures }, { ...testEnv(), ...settings })
  const response = await app.send('/rules')
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll(/<!-- -->/g, '').replaceAll(/\s+/g, ' ')
}

test('states what the Hall accepts, what it rejects, and when reports are decided', async () => {
  const page = await read()
  for (const words of [
    '18 or older',
    'minors',
    'nudity',
    'hate',
    'agree',
    'within 48 hours',
    'hides a card right away',
  ])
    expect(page).toContain(words)
  expect(page).toContain('The same image can&#x27;t be posted again')
  expect(page).toContain('but not save it to the Hall')
  const reviewed = await read({ REVIEW_CARDS_WITHOUT_FACE: 'true', ADMIN_EMAILS: 'boss@example.com' })
  expect(reviewed).toContain('a moderator checks the card before it goes in the Hall')
  expect(reviewed).not.toContain('but not save it to the Hall')
})

test('renders the app’s footer and links on the sign-in and admin pages', async () => {
  for (const path of ['/admin', '/auth']) {
    const page = await (await createTestApp({ pictures: noPictures }).send(path)).text()
    const footer = /<footer class="footer-footer">[\s\S]*<\/footer>/.exec(page)![0]
    const links = [...footer.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual(['/my-cards', '/league', '/rules', '/contact', '/privacy-policy'])
    expect(footer).toMatch(/© 2024 Fantasy Football Cards\. .*independent of the league, its teams and its players/)
  }
})
