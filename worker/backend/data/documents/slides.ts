import { XMLParser } from 'fast-xml-parser'
import type { Parts } from './archive.ts'

/** Kept in their order: what stands where on a slide is told by it. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  processEntities: true,
})

type Xml = Readonly<Record<string, unknown>>

/** The text of every slide in the order they are shown in, each with what its speaker noted. */
export function slidesText(parts: Parts): string {
  return slidePaths(parts)
    .map((path) => [textOfPart(parts, path), notesOf(parts, path)].filter((text) => text !== '').join('\n\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}

const read = (parts: Parts, path: string): Xml[] => {
  const part = parts.get(path)
  return part === undefined ? [] : (parser.parse(new TextDecoder().decode(part)) as Xml[])
}

function slidePaths(parts: Parts): string[] {
  const targets = relationsOf(parts, 'ppt/presentation.xml')
  const ids = elements(read(parts, 'ppt/presentation.xml'), 'p:sldId').map(({ attributes }) => attributes['r:id'])
  return ids.map((id) => targets.find((relation) => relation.id === id)?.path).filter((path) => path !== undefined)
}

function notesOf(parts: Parts, slide: string): string {
  const notes = relationsOf(parts, slide).find(({ type }) => type.endsWith('/notesSlide'))
  return notes === undefined ? '' : textOfPart(parts, notes.path)
}

/** Paragraphs line by line. Fields such as the slide's number are no text of anybody's. */
function textOfPart(parts: Parts, path: string): string {
  const lines = elements(read(parts, path), 'a:p').map(({ children }) =>
    elements(children, 'a:r', 'a:br')
      .map((run) => (run.name === 'a:br' ? '\n' : elements(run.children, 'a:t').map(textIn).join('')))
      .join(''),
  )
  return lines.filter((line) => line.trim() !== '').join('\n')
}

type Relation = { readonly id: string; readonly type: string; readonly path: string }

/** Where a part leads: https://learn.microsoft.com/openspecs/office_standards/ms-oe376 (relationships of packages) */
function relationsOf(parts: Parts, path: string): Relation[] {
  const [folder, name] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
  return elements(read(parts, `${folder}_rels/${name}.rels`), 'Relationship').map(({ attributes }) => ({
    id: attributes['Id'] ?? '',
    type: attributes['Type'] ?? '',
    path: new URL(attributes['Target'] ?? '', `file:///${folder}`).pathname.slice(1),
  }))
}

type Found = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly children: readonly Xml[]
}

/** Every element of a name, wherever it is, but not within another one that was found. */
function elements(nodes: readonly Xml[], ...names: readonly string[]): Found[] {
  return nodes.flatMap((node) =>
    Object.entries(node).flatMap(([name, children]) => {
      if (!Array.isArray(children)) return []
      if (!names.includes(name)) return elements(children as Xml[], ...names)
      return [{ name, attributes: (node[':@'] ?? {}) as Found['attributes'], children: children as Xml[] }]
    }),
  )
}

const textIn = ({ children }: Found): string => children.map((child) => String(child['#text'] ?? '')).join('')
