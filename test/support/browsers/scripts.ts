import { parseAst } from 'vite'
import { isKnown, isLacking, KEYS, type Lack } from './support.ts'

type Node = { type: string; start: number; end: number; [part: string]: unknown }
const isNode = (thing: unknown): thing is Node =>
  typeof thing === 'object' && thing !== null && 'type' in thing && typeof thing.type === 'string'

/** The interface of a global object, where that is not its own name. */
const INTERFACES: Record<string, string> = {
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  history: 'History',
  performance: 'Performance',
}
/** Minified names of our own are shorter. */
const SHORTEST = 4

/** Members by name, over all interfaces and types that every oldest browser has. */
const MEMBERS = new Map<string, string[]>()
for (const key of KEYS) {
  const [kind, first, second, third] = key.split('.')
  const owner = kind === 'api' ? `api.${first}` : `javascript.builtins.${second}`
  const name = kind === 'api' ? second : third
  if ((kind !== 'api' && !key.startsWith('javascript.builtins.')) || name === undefined || isLacking(owner)) continue
  if (key === `${owner}.${name}`) MEMBERS.set(name, [...(MEMBERS.get(name) ?? []), key])
}

/**
 * What a script uses that an oldest browser lacks. A fallback is a question about the same name anywhere in the script:
 * see {@link questionsOf}.
 *
 * Objects are not followed: a member is reported when every interface that has one of its name lacks it.
 *
 * @param own names of members that the app's own objects have: see {@link membersOf}
 * @param elsewhere what other scripts of the app ask for
 */
export function lacksOfScript(
  code: string,
  own: ReadonlySet<string> = new Set(),
  elsewhere: readonly string[] = [],
): Lack[] {
  const uses: { key: string; name: string; node: Node }[] = []
  const asked = new Set([...elsewhere, ...questionsOf(code)])
  const use = (name: string, node: Node, keys: readonly string[]) => {
    const known = keys.filter(isKnown)
    if (known.length > 0 && known.every(isLacking)) uses.push({ key: known[0]!, name, node })
  }

  for (const { node, parent, part } of nodesIn(parseAst(code) as unknown as Node)) {
    const name = nameOf(node)
    if (node.type === 'MemberExpression' && name !== null && !isTarget(parent, part)) {
      const owner = nameOf(node['object'] as Node)
      use(name, node, keysOf(owner, name, own))
    }
    if (node.type === 'Identifier' && name !== null && name.length >= SHORTEST && isReference(parent, part))
      use(name, node, [`api.${name}`, `javascript.builtins.${name}`, `api.Window.${name}`])
    if (node.type === 'Literal' && typeof node['regex'] === 'object') {
      const { flags, pattern } = node['regex'] as { flags: string; pattern: string }
      if (flags.includes('v')) use('v', node, ['javascript.builtins.RegExp.unicodeSets'])
      if (/\(\?[ims-]+:/.test(pattern)) use('modifier', node, ['javascript.regular_expressions.modifier'])
    }
  }
  return uses.map(({ key, name, node }) => ({
    key,
    where: code.slice(Math.max(0, node.start - 40), node.end + 40),
    hasFallback: asked.has(name),
  }))
}

/** The names whose being there a script asks for: by `'name' in`, `typeof`, `?.()`, or a condition. */
export function questionsOf(code: string): string[] {
  return [...nodesIn(parseAst(code) as unknown as Node)].flatMap(({ node, parent, part }) => {
    if (node.type === 'BinaryExpression' && node['operator'] === 'in') return [String(literalOf(node['left']))]
    const name = isQuestion(parent, part) ? nameOf(node) : null
    return name === null ? [] : [name]
  })
}

/** The members that objects of a script define. */
export function membersOf(code: string): string[] {
  const defining = new Set(['Property', 'MethodDefinition', 'PropertyDefinition'])
  return [...nodesIn(parseAst(code) as unknown as Node)]
    .filter(({ parent, part }) => part === 'key' && parent !== null && defining.has(parent.type))
    .map(({ node }) => nameOf(node) ?? String(literalOf(node)))
}

/** Of a member of a global object; of one that is none of them, by the member's name alone. */
function keysOf(owner: string | null, name: string, own: ReadonlySet<string>): readonly string[] {
  const type = owner === null ? null : (INTERFACES[owner] ?? owner)
  const isGlobal = type !== null && (isKnown(`api.${type}`) || isKnown(`javascript.builtins.${type}`))
  if (!isGlobal) return own.has(name) ? [] : (MEMBERS.get(name) ?? [])
  return [`api.${type}.${name}_static`, `api.${type}.${name}`, `javascript.builtins.${type}.${name}`]
}

function nameOf(node: Node): string | null {
  if (node.type === 'Identifier') return node['name'] as string
  const isPlain = node.type === 'MemberExpression' && node['computed'] === false
  return isPlain && isNode(node['property']) ? nameOf(node['property']) : null
}

/** Minified strings are templates without gaps. */
function literalOf(node: unknown): unknown {
  if (!isNode(node)) return null
  const [text, more] = (node['quasis'] ?? []) as ({ value: { cooked: string } } | undefined)[]
  return text && !more ? text.value.cooked : node['value']
}

/** Whether an expression's being there is asked for. */
function isQuestion(parent: Node | null, part: string): boolean {
  if (parent === null) return false
  if (parent.type === 'UnaryExpression') return parent['operator'] === 'typeof' || parent['operator'] === '!'
  if (parent.type === 'CallExpression') return part === 'callee' && parent['optional'] === true
  if (parent.type === 'MemberExpression') return part === 'object' && parent['optional'] === true
  if (parent.type === 'BinaryExpression') return ['==', '!=', '===', '!=='].includes(parent['operator'] as string)
  return part === 'test' || (parent.type === 'LogicalExpression' && part === 'left')
}

/** Whether something is only written to, which harms no browser. */
const isTarget = (parent: Node | null, part: string) => parent?.type === 'AssignmentExpression' && part === 'left'

/** Whether a name is a value that is used, and not the name of a member, a property or a variable. */
function isReference(parent: Node | null, part: string): boolean {
  if (parent?.type === 'NewExpression' || parent?.type === 'CallExpression') return part === 'callee'
  return parent?.type === 'MemberExpression' && part === 'object'
}

type Place = { node: Node; parent: Node | null; part: string }

function* nodesIn(node: Node, parent: Node | null = null, part = ''): Generator<Place> {
  yield { node, parent, part }
  for (const [name, child] of Object.entries(node))
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) yield* nodesIn(one, node, name)
}
