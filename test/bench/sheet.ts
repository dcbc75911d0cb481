/**
 * `npm run bench -- sheet [name …]`: draws contact sheets of all drawings into `./sheets` for inspection. Names:
 * `gears`, `heads`, `teams`, `tiers`, `names`, `formats`; all if omitted.
 */
import '../support/node-hooks.ts'

const { writeSheets } = await import('./sheets.ts')
await writeSheets(process.argv.slice(2))
