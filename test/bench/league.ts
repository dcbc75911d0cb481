/**
 * `npm run bench -- league [count …]`: posters and card sheets of leagues with 2, 7, 12 and 16 cards, written to
 * `./sheets/league` for inspection, with the time and size of each. Prints, asserts nothing.
 */
import '../support/node-hooks.ts'

const { writeLeaguePrints } = await import('./league-prints.ts')
await writeLeaguePrints(process.argv.slice(2).map(Number))
