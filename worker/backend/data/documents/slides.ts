import type { Parts } from './archive.ts'
import { elements, type Found, readPart, readRelations } from './xml-parts.ts'

/** Returns the text of every slide in presentation order, each with its speaker notes. */
export function slidesText(parts: Parts, main: string): string {
  // Each part is shown once, however often it is referenced.
  const left = new Map(parts)
  const once = (path: string) => {
    const text = textOfPart(left, path)
    left.delete(path)
    return text
  }
  return slidePaths(parts, main)
    .map((path) => [once(path), ...findNotes(parts, path).map(once)].filter((text) => text !== '').join('\n\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}

function slidePaths(parts: Parts, main: string): string[] {
  const targets = new Map(readRelations(parts, main).map(({ id, path }) => [id, path]))
  const ids = elements(readPart(parts, main), 'p:sldId').map(({ attributes }) => attributes['r:id'])
  const paths = ids.map((id) => targets.get(id ?? '')).filter((path) => path !== undefined)
  return [...new Set(paths)]
}

/** Path of the speaker notes, if any. */
const findNotes = (parts: Parts, slide: string): string[] =>
  readRelations(parts, slide)
    .filter(({ type }) => type.endsWith('/notesSlide'))
    .map(({ path }) => path)
    .slice(0, 1)

/** Returns a line per paragraph, without fields such as the slide number. */
function textOfPart(parts: Parts, path: string): string {
  const lines = elements(readPart(parts, path), 'a:p').map(({ children }) =>
    elements(children, 'a:r', 'a:br')
      .map((run) => (run.name === 'a:br' ? '\n' : elements(run.children, 'a:t').map(textIn).join('')))
      .join(''),
  )
  return lines.filter((line) => line.trim() !== '').join('\n')
}

const textIn = ({ children }: Found): string => children.map((child) => String(child['#text'] ?? '')).join('')
