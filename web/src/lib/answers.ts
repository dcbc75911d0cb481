import * as z from 'zod/mini'

/**
 * Parsers of the API's answers. They live in a file of their own with their schema library, because a page can show and
 * send without them.
 */
export {
  CardPage,
  CardsAnswer,
  ManageLink,
  OwnCardsAnswer,
  SavedCard,
  SharedCard,
  TeamsAnswer,
  VoteAnswer,
} from '#shared/contracts/cards.ts'
export { ClientConfig } from '#shared/contracts/config.ts'
export { Generation } from '#shared/contracts/generations.ts'
export { ReportAnswer } from '#shared/contracts/reports.ts'
export { Card } from '#shared/domain/card-schema.ts'

/** The parser of an answer without a body. */
export const NoContent = z.null()
/** The parser of an answer that is not read. */
export const Anything = z.unknown()
