import { beforeAll, describe, expect, test } from 'vitest'
import type { Card } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { HALL_WORDS } from '#shared/domain/hall-words.ts'
import type { Env } from '#worker/env.ts'
import { createTestApp, noPictures, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'
import { takeConsole } from '../../support/quiet.ts'

const DOLPHINS = 'Miami Dolphins'

const htmlAt = async (app: TestApp, path: string) => (await app.send(path)).text()

/** The board as browsers with JavaScript paint it, without the contents of `noscript`. */
function boardIn(html: string) {
  const painted = html
    .replaceAll(/<noscript>.*?<\/noscript>/gs, '')
    .replace(/<section class="hall-screen-recent.*?<\/section>/s, '')
  const board = /<section class="leaderboard-board.*?<\/section>/s.exec(painted)![0]
  const found = (pattern: RegExp, within = board) => [...within.matchAll(pattern)].map(([, one]) => one)
  const tabs = /<nav class="leaderboard-tabs.*?<\/nav>/s.exec(board)![0]
  const cards = board.slice(board.indexOf('</details>'))
  return {
    board,
    tab: found(/<a aria-current="page"[^>]*>([^<]*)</g, tabs),
    tabs: found(/href="([^"]*)"/g, tabs),
    filter: found(/<summary [^>]*aria-label="Team: ([^"]*)"/g),
    teams: found(/<li><a aria-current="page" href="([^"]*)"/g),
    cards: found(/<a class="card-tile-link"[^>]* href="\/card\/([^"]*)"/g, cards),
    pictures: found(/<img [^>]* src="[^"]*\/([^"/]*)\/[^"/]*\.jpg"/g, cards),
    votes: found(/formAction="\/card\/([^"]*)\/vote"/g, cards),
    ranks: found(/<span class="card-grid-rank">.*?<\/span>(\d+)</g, cards),
    medals: found(/<span class="podium-place">([^<]*)</g, cards),
  }
}

describe('the server-rendered Hall', () => {
  beforeAll(async () => {
    await freshDatabase()
    for (const n of [1, 2, 3, 4, 5])
      await seedCard({ id: `d${n}`, team: DOLPHINS, votes: n, createdAt: `2026-01-0${n}T00:00:00.000Z` })
    for (const n of [1, 2]) await seedCard({ id: `g${n}`, votes: 9, createdAt: `2026-02-0${n}T00:00:00.000Z` })
  })

  test('shows only the cards of the selected team, with images, votes, medals and ranks', async () => {
    const board = boardIn(await htmlAt(createTestApp(), '/hall-of-fame?team=Miami+Dolphins'))
    expect(board.tab).toEqual(['All time'])
    expect(board.filter).toEqual([DOLPHINS])
    expect(board.teams).toEqual(['/hall-of-fame?team=Miami+Dolphins'])
    expect(board.cards).toEqual(['d5', 'd4', 'd3', 'd2', 'd1'])
    expect([board.pictures, board.votes]).toEqual([board.cards, board.cards])
    expect([board.medals, board.ranks]).toEqual([
      ['1st', '2nd', '3rd'],
      ['4', '5'],
    ])
  })

  test('shows the newest cards first, without ranks', async () => {
    const board = boardIn(await htmlAt(createTestApp(), '/hall-of-fame?sort=new'))
    expect([board.tab, board.filter, board.teams]).toEqual([['New'], ['All Teams'], ['/hall-of-fame?sort=new']])
    expect(board.cards).toEqual(['g2', 'g1', 'd5', 'd4', 'd3', 'd2', 'd1'])
    expect([board.medals, board.ranks]).toEqual([[], []])
  })

  test('keeps the team when the board changes, and the board when the team changes', async () => {
    const board = boardIn(await htmlAt(createTestApp(), '/hall-of-fame?sort=new&team=Miami+Dolphins'))
    expect(board.tabs).toEqual([
      '/hall-of-fame?team=Miami+Dolphins',
      '/hall-of-fame?sort=trending&amp;team=Miami+Dolphins',
      '/hall-of-fame?sort=week&amp;team=Miami+Dolphins',
      '/hall-of-fame?sort=new&amp;team=Miami+Dolphins',
    ])
    expect(board.board).toContain('href="/hall-of-fame?sort=new&amp;team=Buffalo+Bills"')
    expect(board.cards).toEqual(['d5', 'd4', 'd3', 'd2', 'd1'])
  })

  test('shows empty podium places for a team with two cards', async () => {
    const board = boardIn(await htmlAt(createTestApp(), '/hall-of-fame?team=Green+Bay+Packers'))
    expect([board.cards, board.medals]).toEqual([
      ['g2', 'g1'],
      ['1st', '2nd', '3rd'],
    ])
    expect(board.board.split('Still free.')).toHaveLength(2)
  })

  test('explains that a filter has no cards, and links to making the first one', async () => {
    const filtered = [LABELS.emptyFilter, 'Make the first Buffalo Bills card', '/?team=Buffalo%20Bills'] as const
    for (const [path, empty, words, to] of [
      ['/hall-of-fame?team=Buffalo+Bills', ...filtered],
      ['/hall-of-fame?sort=week&team=Buffalo+Bills', ...filtered],
      ['/hall-of-fame?sort=week', HALL_WORDS.noVotes, 'Make the first card', '/'],
    ] as const) {
      const { board, cards, votes } = boardIn(await htmlAt(createTestApp(), path))
      expect([cards, votes], path).toEqual([[], []])
      expect(board, path).toContain(empty)
      expect(board, path).toMatch(
        new RegExp(`<a class="button-button button-primary" href="${to.replace('?', '\\?')}"[^>]*>${words}</a>`),
      )
      expect(board.split('/examples/').length, path).toBeGreaterThan(3)
    }
  })

  test('counts the cards of each team, with empty teams last', async () => {
    const { board } = boardIn(await htmlAt(createTestApp(), '/hall-of-fame'))
    const teams = [...board.matchAll(/<\/span>([A-Z][^<]*) · (\d+)</g)].map(([, team, count]) => [team, count])
    expect(teams.slice(0, 3)).toEqual([
      ['Green Bay Packers', '2'],
      [DOLPHINS, '5'],
      ['Arizona Cardinals', '0'],
    ])
    expect(teams).toHaveLength(32)
  })

  test('treats an unknown team as no filter', async () => {
    for (const team of ['Nobody', '"><b>', 'miami dolphins']) {
      const board = boardIn(await htmlAt(createTestApp(), `/hall-of-fame?team=${encodeURIComponent(team)}`))
      expect([board.filter, board.cards.length], team).toEqual([['All Teams'], 7])
    }
  })

  test('renders the same list as the API, embedded once, with no more statements than another page', async () => {
    const database = createCountingDb(testEnv().DB)
    const app = createTestApp({ pictures: noPictures }, { ...testEnv(), DB: database.db })
    const countStatements = async (path: string) => {
      const before = database.counts.statements
      const response = await app.send(path)
      return { statements: database.counts.statements - before, text: await response.text() }
    }
    await countStatements('/hall-of-fame')
    const contact = await countStatements('/contact')
    for (const query of ['list=new', 'list=top&team=Miami%20Dolphins', 'list=new&team=Miami%20Dolphins']) {
      const path = `/hall-of-fame?${query.replace('list=', 'sort=')}`
      const list = JSON.parse((await countStatements(`/api/cards?${query}`)).text) as { cards: Card[] }
      const page = await countStatements(path)
      expect(boardIn(page.text).cards, path).toEqual(list.cards.map(({ id }) => id))
      expect(page.statements, path).toBe(contact.statements)
    }
  })
})

describe('a Hall with many cards', () => {
  beforeAll(async () => {
    await freshDatabase()
    for (let n = 10; n < 70; n++) await seedCard({ id: `c${n}`, votes: 100 - n })
  })

  test('renders the first cards of a long Hall, and links to the rest at its first place', async () => {
    const app = createTestApp()
    const first = await htmlAt(app, '/hall-of-fame')
    expect(boardIn(first).cards).toHaveLength(27)
    expect(first).toContain('href="/hall-of-fame?shown=48#place-28"')
    const more = await htmlAt(app, '/hall-of-fame?shown=48')
    // A short rest is rendered with them.
    expect(boardIn(more).ranks.slice(-1)).toEqual(['60'])
    expect(more).toContain('<li id="place-28">')
    expect(more).not.toContain('Show more')
    expect((await readPage(more)).meta['robots']).toBe('noindex')
  })

  test('ignores an unreasonable card count in the Hall’s URL', async () => {
    const lengths: Record<string, number> = {}
    for (const count of ['-1', '3', '1e9', 'many', '24.5'])
      lengths[count] = boardIn(await htmlAt(createTestApp(), `/hall-of-fame?shown=${count}`)).cards.length
    expect(lengths).toEqual({ '-1': 27, '3': 27, '1e9': 60, many: 27, '24.5': 27 })
  })
})

test('shows a failed list as failed, not as empty', async () => {
  const env: Env = { ...testEnv(), DB: { prepare: fail, batch: fail } as unknown as D1Database }
  const html = await htmlAt(createTestApp({}, env), '/hall-of-fame?team=Green+Bay+Packers')
  const { board } = boardIn(html)
  expect(board).toContain('Loading Gallery...')
  expect(board).not.toContain('No cards found')
  const { text } = await readPage(html)
  expect(text).toContain("Couldn't load cards")
  expect(takeConsole().length).toBeGreaterThan(0)
})

function fail(): never {
  throw new Error('no database')
}
