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
  // No part is shown twice, however often it is named.
  const left = new Map(parts)
  const once = (path: string) => {
    const text = textOfPart(left, path)
    left.delete(path)
    return text
  }
  return slidePaths(parts)
    .map((path) => [once(path), ...notesOf(parts, path).map(once)].filter((text) => text !== '').join('\n\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}

const read = (parts: Parts, path: string): Xml[] => {
  const part = parts.get(path)
  return part === undefined ? [] : (parser.parse(new TextDecoder().decode(part)) as Xml[])
}

function slidePaths(parts: Parts): string[] {
  const targets = new Map(relationsOf(parts, 'ppt/presentation.xml').map(({ id, path }) => [id, path]))
  const ids = elements(read(parts, 'ppt/presentation.xml'), 'p:sldId').map(({ attributes }) => attributes['r:id'])
  const paths = ids.map((id) => targets.get(id ?? '')).filter((path) => path !== undefined)
  return [...new Set(paths)]
}

/** Where what its speaker noted is, if anything. */
const notesOf = (parts: Parts, slide: string): string[] =>
  relationsOf(parts, slide)
    .filter(({ type }) => type.endsWith('/notesSlide'))
    .map(({ path }) => path)
    .slice(0, 1)

/** Paragraphs line by line. Fields such as the slide's number are left out. */
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
