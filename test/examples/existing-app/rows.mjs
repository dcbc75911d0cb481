// rows.mjs
import { PostgrestClient } from '@supabase/postgrest-js'

const key = 'public-fantasy-cards'
const tables = new PostgrestClient('http://127.0.0.1:8787/rest/v1', {
  headers: { apikey: key, authorization: `Bearer ${key}` },
})
const { data, error } = await tables
  .from('fantasy_football_cards')
  .select('id,player_name,votes')
  .order('votes', { ascending: false })
  .limit(8)
if (error !== null) throw new Error(error.message)
process.stdout.write(`cards: ${data.length}\n`)
