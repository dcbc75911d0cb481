/**
 * `npm run bench -- render`: time and size of the card, the share image and the story, and of the same share image
 * rendered by satori and resvg, in alternating rounds. Prints results; makes no assertions.
 */
import '../support/node-hooks.ts'

const { measure } = await import('./render-times.ts')
await measure(Number(process.argv[2] ?? 12))
