import { expect, test } from '../support/fixtures.ts'
import { readHosts } from '../support/hosts.ts'
import { DESK } from '../support/screens.ts'
import { openStore } from '../support/store.ts'
import { walkFromSelfieToVote } from '../support/walk.ts'

test('a card made through the edge is stored only in the backend', async ({ openTab, site }) => {
  await walkFromSelfieToVote(await openTab(DESK), site)
  const edge = openStore(readHosts().edge.dataDir)
  expect(edge.rows('select id from fantasy_football_cards')).toEqual([])
  expect(edge.files()).toEqual([])
})
