import type { TableModels } from '../db/rule.ts'

/** Tables of leagues. They have no rules, so only the service key may access them. */
export const LEAGUE_TABLES = {
  league_awards: {},
  league_cards: {},
  league_draw_seats: {},
  league_draws: {},
  league_duels: {},
  league_past_seats: {},
  league_seasons: {},
  league_seats: {},
  league_votes: {},
  leagues: {},
  removed_leagues: {},
} as const satisfies TableModels
