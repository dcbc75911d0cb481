/**
 * `npm run faces:blind -- folder [folder …]`: pages to score cards by without knowing which version drew them, into
 * `sheets/blind/`; the folders hold cards as `npm run faces -- --cards=folder` writes them. `-- --scores=file` joins
 * noted scores (lines of number and score) with what was shown. Photos are chosen as for `npm run faces`. How to score
 * stands in README.md beside this file.
 */
import '../support/node-hooks.ts'
import { readOptions } from './faces/options.ts'

const { choice, scores, format, folders } = readOptions(process.argv.slice(2), {
  scores: { type: 'string' },
  format: { type: 'string', default: 'jpg' },
})
if (format !== 'jpg' && format !== 'png') throw new Error(`no format ${format}; there are jpg and png`)

const { sayScores, writeBlindPages } = await import('./faces/blind.ts')
if (scores !== undefined) sayScores(scores)
else await writeBlindPages(folders, choice, format)
