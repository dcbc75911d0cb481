/**
 * `npm run bench -- faces`: what the artist makes of many faces, photo beside card, into `sheets/faces-1.jpg` and so on, with key,
 * team, gear, finish and notices below. The faces are synthetic and fetched once into `.faces/`; `FACES=folder` takes the
 * pictures of a folder instead. `-- --only=key,key`, `--odd` and `--even` (lines of the list) choose photos,
 * `--gear=none` dresses everybody alike, `--cards=folder` writes each card as a file too, `--format=png` makes PNG pages.
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
