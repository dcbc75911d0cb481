/**
 * `npm run bench -- sheet [name …]`: contact sheets of everything that is drawn, into `./sheets`, to be looked at. Names:
 * `gears`, `heads`, `teams`, `tiers`, `names`, `formats`;
 * without one, all.
 */
import '../support/node-hooks.ts'

const { writeSheets } = await import('./sheets.ts')
await writeSheets(process.argv.slice(2))
