/**
 * `npm run bench -- sheet [name …]`: contact sheets of everything that is drawn, written to `./sheets` for inspection.
 * Names: `gears`, `heads`, `teams`, `tiers`, `names`, `formats`; all if omitted.
 */
import '../support/node-hooks.ts'

const { writeSheets } = await import('./sheets.ts')
await writeSheets(process.argv.slice(2))
