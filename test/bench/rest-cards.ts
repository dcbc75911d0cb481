type Database = { prepare(sql: string): { bind(...values: unknown[]): { run(): Promise<unknown> } } }

/** Public cards of one team, each a second newer than the previous one, with votes from 0 to 96. */
export async function fillCards(db: Database, cards: number): Promise<void> {
  await db
    .prepare(
      `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ?1)
       insert into fantasy_football_cards (id, player_name, jersey_number, team_colors, image_url, stats, created_at,
         votes, visibility, owner, generation_id, drafted_at)
       select 'card-' || n, 'Ace', '12', 'Green Bay Packers', 'https://cards.example/card-' || n, ?2,
         strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch'), n % 97, 'public', 'somebody', 'card-' || n,
         '2026-01-01T00:00:00.000Z'
       from numbers`,
    )
    .bind(cards, '{"strength":77,"agility":77,"touchdownPower":77,"leadership":77,"accuracy":77}')
    .run()
}
