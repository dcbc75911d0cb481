/** The used parts of a V8 heap snapshot. Its numbers are rows of `node_fields`. */
type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
  strings: string[]
}

/** Bytes of one node type, or of one node. */
export type HeapPart = { name: string; bytes: number }

const NAME_CHARACTERS = 48

/**
 * Sums up a heap snapshot.
 *
 * @param text a snapshot from the inspector
 * @returns the bytes of each node type and the largest nodes, both in descending order
 */
export function sumParts(text: string, most = 8): { kinds: HeapPart[]; largest: HeapPart[] } {
  const { snapshot, nodes, strings } = JSON.parse(text) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ]
  const kinds = new Map<string, number>()
  const single: HeapPart[] = []
  for (let at = 0; at < nodes.length; at += fields.length) {
    const [kind, bytes] = [types[0][nodes[at + type]!]!, nodes[at + size]!]
    kinds.set(kind, (kinds.get(kind) ?? 0) + bytes)
    if (bytes > 16_384)
      single.push({ name: `${kind}: ${strings[nodes[at + name]!]!.slice(0, NAME_CHARACTERS)}`, bytes })
  }
  const sorted = (parts: HeapPart[]) => parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, most)
  return { kinds: sorted([...kinds].map(([kind, bytes]) => ({ name: kind, bytes }))), largest: sorted(single) }
}
