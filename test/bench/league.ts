/**
 * `npm run bench -- league [count …]`: draws posters and card sheets of leagues with 2, 7, 12 and 16 cards into
 * `./sheets/league` for inspection, and prints the time and size of each. Makes no assertions.
 */
import '../support/node-hooks.ts'

const { writeLeaguePrints } = await import('./league-prints.ts')
await writeLeaguePrints(process.argv.slice(2).map(Number))
