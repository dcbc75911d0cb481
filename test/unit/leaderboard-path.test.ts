import { expect, test } from 'vitest'
import { getLeaderboard, LEADERBOARDS, leaderboardPath } from '#shared/contracts/leaderboards.ts'
import { getTeam, TEAMS } from '#shared/domain/team.ts'

test('a path leads back to the same board and team', () => {
  for (const board of LEADERBOARDS)
    for (const team of TEAMS) {
      const { searchParams } = new URL(leaderboardPath(board, team, 48), 'https://cards.example')
      expect(getLeaderboard(searchParams)).toBe(board)
      expect(getTeam(searchParams.get('team')!)).toBe(team)
      expect(searchParams.get('shown')).toBe('48')
    }
})

test('the first board of all teams has no query', () => {
  expect(leaderboardPath(LEADERBOARDS[0], null)).toBe('/hall-of-fame')
})
