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

export type Xml = Readonly<Record<string, unknown>>

/** The tree of a part; an empty one for a part that is missing. */
export function readPart(parts: Parts, path: string): Xml[] {
  const part = parts.get(path)
  return part === undefined ? [] : (parser.parse(new TextDecoder().decode(part)) as Xml[])
}

export type Relation = { readonly id: string; readonly type: string; readonly path: string }

/**
 * The relationships of a part; those of the package itself with an empty path. The names of parts are free: only relationships say what
 * a part is. https://learn.microsoft.com/openspecs/office_standards/ms-oe376 (relationships of packages)
 */
export function readRelations(parts: Parts, path: string): Relation[] {
  const [folder, name] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
  return elements(readPart(parts, `${folder}_rels/${name}.rels`), 'Relationship').flatMap(({ attributes }) => {
    const target =
      attributes['TargetMode'] === 'External' ? null : URL.parse(attributes['Target'] ?? '', `file:///${folder}`)
    if (target === null) return []
    return [{ id: attributes['Id'] ?? '', type: attributes['Type'] ?? '', path: partNamed(parts, target.pathname) }]
  })
}

/** Names of parts differ in more than their case (ECMA-376, part 2, 6.2.2.3). */
function partNamed(parts: Parts, pathname: string): string {
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

/** Every element of a name, wherever it is, but not within another one that was found. */
export function elements(nodes: readonly Xml[], ...names: readonly string[]): Found[] {
  return nodes.flatMap((node) =>
    Object.entries(node).flatMap(([name, children]) => {
      if (!Array.isArray(children)) return []
      if (!names.includes(name)) return elements(children as Xml[], ...names)
      return [{ name, attributes: (node[':@'] ?? {}) as Found['attributes'], children: children as Xml[] }]
    }),
  )
}
