import * as z from 'zod/mini'

/**
 * What reads the API's answers. A file of its own, with the library it is written in: a page shows and sends without it.
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

/** Of an answer without a body. */
export const NoContent = z.null()
/** Of an answer that is not read. */
export const Anything = z.unknown()
