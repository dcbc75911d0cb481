/** Whether a stored file is kept from a visitor for now. */
export type IsWithheld = (path: string, visitor: string) => Promise<boolean>

const CARD_FILE = /^cards\/([^/]+)\//

/** What shows a card that reports have hidden is for its maker alone until somebody has looked at it. */
export function createIsWithheld(db: D1Database): IsWithheld {
  const hidden = 'select 1 from fantasy_football_cards where id = ? and hidden_from is not null and owner <> ?'
  return async (path, visitor) => {
    const card = CARD_FILE.exec(path)?.[1]
    return card !== undefined && (await db.prepare(hidden).bind(card, visitor).first()) !== null
  }
}
