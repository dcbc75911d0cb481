import { isLongName } from '#shared/contracts/boards.ts'
import { type Card, displayName, numberLine } from '#shared/domain/card.ts'
import { cardLine } from '#shared/domain/describe-card.ts'
import type { Filling } from './fill-template.ts'

/** What one card of a list is filled with. */
export const cardFilling = (card: Card): Filling => ({
  values: {
    id: card.id,
    playerName: displayName(card.playerName),
    line: cardLine(card),
    number: numberLine(card.jerseyNumber),
    teamColors: card.teamColors,
    imageUrl: card.imageUrl,
    version: card.version,
    votes: String(card.votes),
    voteWord: card.votes === 1 ? 'vote' : 'votes',
    nextVotes: String(card.votes + 1),
  },
  sections: { longName: isLongName(displayName(card.playerName)) ? [{}] : [] },
})
