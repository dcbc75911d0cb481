import * as z from 'zod/mini'

/**
 * Parsers of API responses. They are lazy-loaded with their schema library, because a page can render and send requests
 * without them.
 */
export {
  CardPage,
  CardsResponse,
  ManageLink,
  OwnCardsResponse,
  SavedCard,
  SharedCard,
  TeamsResponse,
  VoteResponse,
} from '#shared/contracts/cards.ts'
export { ClientConfig } from '#shared/contracts/config.ts'
export { Generation } from '#shared/contracts/generations.ts'
export { ReportResponse } from '#shared/contracts/reports.ts'
export { Card } from '#shared/domain/card-schema.ts'

/** A response without a body. */
export const NoContent = z.null()
/** A response that is not read. */
export const Anything = z.unknown()
