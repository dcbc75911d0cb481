import {
  type Board,
  boardPath,
  BOARDS,
  CARDS_EARLY,
  firstCardOf,
  morePath,
  PODIUM_PLACES,
} from '#shared/contracts/boards.ts'
import type { Card } from '#shared/domain/card.ts'
import { describeExample, type ExampleCard, examplesFor, tierOfExample } from '#shared/domain/examples.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { cardFilling } from './card-filling.ts'
import type { Filling } from './fill-template.ts'

/** A board of the Hall as a page shows it. */
export type HallState = {
  readonly board: Board
  /** The team that it is filtered by; null: by none. */
  readonly team: Team | null
  /** Null: they could not be read. */
  readonly cards: readonly Card[] | null
  /** How many are shown below the podium, at most. */
  readonly shown: number
}

const when = (isShown: boolean, filling: Filling = {}): readonly Filling[] => (isShown ? [filling] : [])

export function hallFilling({ board, team, cards, shown }: HallState): Filling {
  const before = board.isRanked ? PODIUM_PLACES : 0
  const all = (cards ?? []).map(placedFilling)
  const [podium, below] = [all.slice(0, before), all.slice(before)]
  const grid = below.slice(0, shown)
  const early = board.isRanked ? 0 : CARDS_EARLY
  const firstCard = firstCardOf(team)
  return {
    values: {
      here: 'page',
      boardTitle: board.title,
      boardLine: board.line,
      teamName: team?.name ?? LABELS.allTeams,
      everyTeamUrl: boardPath(board, null),
      firstCardUrl: firstCard.path,
      firstCardWords: firstCard.words,
      shownCards: String(before + grid.length),
      allCards: String(all.length),
      moreUrl: morePath(board, team, grid.length),
    },
    sections: {
      boards: BOARDS.map((one) => ({
        values: { boardUrl: boardPath(one, team), boardTab: one.tab },
        sections: { hereBoard: when(one.sort === board.sort) },
      })),
      everyTeam: when(team === null),
      oneTeam: when(team !== null),
      colored: when(team !== null, { values: { teamId: team?.id ?? '' } }),
      teams: TEAMS.map((one) => ({
        values: { teamUrl: boardPath(board, one), teamId: one.id, teamName: one.name },
        sections: { hereTeam: when(one.id === team?.id) },
      })),
      waiting: when(cards === null),
      noCards: when(cards?.length === 0),
      examples: examplesFor(team?.name ?? null).map(exampleFilling),
      podium: when(podium.length > 0),
      first: podium.slice(0, 1),
      second: podium.slice(1, 2),
      third: podium.slice(2, 3),
      freeSecond: when(podium.length < 2),
      freeThird: when(podium.length < 3),
      ranked: when(board.isRanked && grid.length > 0),
      rankedCards: grid,
      unranked: when(!board.isRanked && grid.length > 0),
      earlyCards: grid.slice(0, early),
      laterCards: grid.slice(early),
      more: when(grid.length < below.length),
    },
  }
}

function placedFilling(card: Card, index: number): Filling {
  const { values, sections } = cardFilling(card)
  return { values: { ...values, place: String(index + 1) }, ...(sections && { sections }) }
}

const exampleFilling = (card: ExampleCard): Filling => ({
  values: {
    id: card.id,
    line: describeExample(card),
    playerName: card.playerName,
    teamColors: card.teamColors,
    tier: tierOfExample(card),
  },
})
