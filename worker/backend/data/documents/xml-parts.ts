import { XMLParser } from 'fast-xml-parser'
import type { Parts } from './archive.ts'

/** Preserves document order, which is the order of text on a slide. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  processEntities: true,
})

export type Xml = Readonly<Record<string, unknown>>

/** Returns the tree of a part, or an empty one for a missing part. */
export function readPart(parts: Parts, path: string): Xml[] {
  const part = parts.get(path)
  return part === undefined ? [] : (parser.parse(new TextDecoder().decode(part)) as Xml[])
}

export type Relation = { readonly id: string; readonly type: string; readonly path: string }

/**
 * Returns the relationships of a part, or of the package for an empty path. Part names are arbitrary, so only
 * relationships say what a part is. https://learn.microsoft.com/openspecs/office_standards/ms-oe376 (relationships of
 * packages)
 */
export function readRelations(parts: Parts, path: string): Relation[] {
  const [folder, name] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
  return elements(readPart(parts, `${folder}_rels/${name}.rels`), 'Relationship').flatMap(({ attributes }) => {
    const target =
      attributes['TargetMode'] === 'External' ? null : URL.parse(attributes['Target'] ?? '', `file:///${folder}`)
    if (target === null) return []
    return [{ id: attributes['Id'] ?? '', type: attributes['Type'] ?? '', path: findPartName(parts, target.pathname) }]
  })
}

/** Ignores case, because names of parts never differ in case alone (ECMA-376, part 2, 6.2.2.3). */
function findPartName(parts: Parts, pathname: string): string {
  const path = decoded(pathname.slice(1))
  if (parts.has(path)) return path
  return [...parts.keys()].find((name) => name.toLowerCase() === path.toLowerCase()) ?? path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export type Found = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly children: readonly Xml[]
}

/** Returns every element with one of these names at any depth, but none inside another match. */
export function elements(nodes: readonly Xml[], ...names: readonly string[]): Found[] {
  return nodes.flatMap((node) =>
    Object.entries(node).flatMap(([name, children]) => {
      if (!Array.isArray(children)) return []
      if (!names.includes(name)) return elements(children as Xml[], ...names)
      return [{ name, attributes: (node[':@'] ?? {}) as Found['attributes'], children: children as Xml[] }]
    }),
  )
}
