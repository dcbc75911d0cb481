/**
 * `npm run bench -- faces`: draws cards of many faces beside their photos into `sheets/faces-1.jpg` and so on. Captions
 * have key, team, gear, finish and notices. The synthetic faces are downloaded once into `.faces/`; `FACES=folder` uses
 * the pictures of a folder instead. `-- --only=key,key`, `--odd` and `--even` (lines of the list) select photos,
 * `--gear=none` puts the same gear on everyone, `--cards=folder` also writes each card to a file, and `--format=png`
 * makes PNG pages.
 */
import '../support/node-hooks.ts'
import { readOptions } from './faces/options.ts'

const { choice, gear, cards, format, folders } = readOptions(process.argv.slice(2), {
  gear: { type: 'string' },
  cards: { type: 'string' },
  format: { type: 'string', default: 'jpg' },
})
if (folders.length > 0) throw new Error(`${folders.join(' ')}: the folder of photos is set as FACES`)
if (format !== 'jpg' && format !== 'png') throw new Error(`no format ${format}; there are jpg and png`)

const { showFaces } = await import('./faces/show.ts')
await showFaces({ ...choice, gear: gear ?? null, cards: cards ?? null, format })
