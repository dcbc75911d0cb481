/**
 * `npm run bench -- render`: time and size of the card, the share picture and the story; and the share picture once more
 * by satori and resvg, with the same tree in the same run, round by round in turn. Prints, asserts nothing.
 */
import '../support/node-hooks.ts'

const { measure } = await import('./render-times.ts')
await measure(Number(process.argv[2] ?? 12))
