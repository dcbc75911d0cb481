/**
 * `npm run bench -- render`: time and size of the card, the share image and the story; and the share image rendered by
 * satori and resvg from the same tree, in alternating rounds. Prints, asserts nothing.
 */
import '../support/node-hooks.ts'

const { measure } = await import('./render-times.ts')
await measure(Number(process.argv[2] ?? 12))
