import { stripTypeScriptTypes } from 'node:module'
import { parseSync } from 'vite'

/** One small change at one place in a file. */
export type Mutant = {
  readonly id: number
  /** 1-based. */
  readonly line: number
  readonly from: string
  readonly to: string
}

/** A node of the syntax tree (ESTree), with its text range. */
type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [part: string]: unknown }

const BINARY: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
}

const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['min', 'max'],
  ['max', 'min'],
])
/** Calls that can be dropped from a chain. */
const DROPPED = new Set(['trim', 'toLowerCase', 'toUpperCase'])

type TextChanges = readonly (readonly [find: RegExp, to: string])[]

const SQL = /\b(?:select|where|insert|and|or|on conflict|is null)\b|\$\w+/
const SQL_CHANGES: TextChanges = [
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ = /g, ' <> '],
  [/ <> /g, ' = '],
  [/ is null/g, ' is not null'],
  [/\+ 1/g, '+ 0'],
  [/- 1/g, '- 0'],
  [/ desc /g, ' asc '],
]

const REGEX_CHANGES: TextChanges = [
  [/(?<!\[)\^/g, ''],
  [/(?<!\\)\$(?=\/)/g, ''],
  [/(?<!\\)\+/g, '*'],
  [/(?<!\\)\*/g, '+'],
  [/i(?=[dgmsuvy]*$)(?<=\/[dgmsuvyi]*)/g, ''],
]

const changesOfText = (text: string, table: TextChanges): string[] =>
  table.flatMap(([find, to]) =>
    [...text.matchAll(find)].map(({ index, 0: found }) => text.slice(0, index) + to + text.slice(index + found.length)),
  )

/**
 * Writes every mutant of a TypeScript file into it at once, each behind a switch: `globalThis.__mutant(id)` returns
 * whether that one is active. With none active, the file behaves as before.
 *
 * @param first the id of the first mutant
 * @returns JavaScript
 */
export function withMutants(typescript: string, first: number): { text: string; mutants: readonly Mutant[] } {
  // Types become blanks: every line stays where it is.
  const source = stripTypeScriptTypes(typescript, { mode: 'strip' })
  const { program, errors } = parseSync('mutated.js', source)
  if (errors.length > 0) throw new Error(errors[0]!.message)
  const mutants: Mutant[] = []
  const getText = ({ start, end }: Node) => source.slice(start, end)

  function note(node: Node, to: string): string {
    const line = source.slice(0, node.start).split('\n').length
    mutants.push({ id: first + mutants.length, line, from: getText(node), to })
    return `__mutant(${first + mutants.length - 1})`
  }

  /** The text of a node with the mutants of everything in it. */
  function written(node: Node, parent: Node): string {
    const inner = getParts(node)
    // Braces are required: a following `else` belongs to another `if`.
    if (isSideEffect(node)) return `{ if (!${note(node, '')}) ${inner} }`
    const changes = [...getChanges(node, parent, getText), ...(isCondition(node, parent) ? ['true', 'false'] : [])]
    if (changes.length === 0) return inner
    return `(${changes.map((to) => `${note(node, to)} ? (${to}) : `).join('')}${inner})`
  }

  /** A node's own text, with its children mutated. */
  function getParts(node: Node): string {
    let text = ''
    let at = node.start
    for (const child of getChildren(node)) {
      // `{ a }` contains the same node twice.
      if (child.start < at) continue
      text += source.slice(at, child.start) + written(child, node)
      at = child.end
    }
    return text + source.slice(at, node.end)
  }

  const text = getParts(program as unknown as Node)
  return { text: `const __mutant = (id) => globalThis.__mutant(id);${text}`, mutants }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Names that are not values: of properties, modules and imports. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  ImportDeclaration: ['specifiers', 'source', 'attributes'],
  ExportNamedDeclaration: ['specifiers', 'source', 'attributes'],
  ExportAllDeclaration: ['exported', 'source', 'attributes'],
  TaggedTemplateExpression: ['tag', 'quasi'],
  Literal: ['regex'],
}

const getChildren = (node: Node): Node[] =>
  Object.entries(node)
    .filter(([part]) => FIXED[node.type]?.includes(part) !== true)
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
    .toSorted((one, other) => one.start - other.start)

/** A statement with side effects, which can be dropped. */
const isSideEffect = ({ type, expression }: Node): boolean =>
  type === 'ExpressionStatement' &&
  ['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression'].includes((expression as Node).type)

const isCondition = (node: Node, parent: Node): boolean =>
  (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') && parent['test'] === node

type GetText = (node: Node) => string

const isText = ({ type, value }: Node) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

/** The replacements of an expression. */
function getChanges(node: Node, parent: Node, getText: GetText): string[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorChanges(node, getText)
    case 'UnaryExpression':
      return node['operator'] === '!' ? [getText(node['argument'] as Node)] : []
    case 'Literal':
      return literalChanges(node, getText)
    case 'TemplateLiteral':
      return SQL.test(getText(node)) ? changesOfText(getText(node), SQL_CHANGES) : []
    case 'CallExpression':
      return callChanges(node, getText)
    case 'ArrayExpression':
      return (node['elements'] as unknown[]).length > 0 && parent.type !== 'AssignmentExpression' ? ['[]'] : []
    default:
      return []
  }
}

function operatorChanges(node: Node, getText: GetText): string[] {
  const [left, right] = [node['left'] as Node, node['right'] as Node]
  const operator = node['operator'] as string
  if (operator === '??') return [getText(left)]
  // Strings are concatenated with it, and cannot be subtracted.
  if (operator === '+' && [left, right].some(isText)) return []
  return (BINARY[operator] ?? []).map((other) => `${getText(left)} ${other} ${getText(right)}`)
}

function literalChanges(node: Node, getText: GetText): string[] {
  const { value } = node
  if (node['regex'] !== undefined) return changesOfText(getText(node), REGEX_CHANGES).filter(isPattern)
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'number') return [String(value + 1)]
  if (typeof value !== 'string') return []
  if (SQL.test(value) && value.includes(' ')) return changesOfText(getText(node), SQL_CHANGES)
  return [value === '' ? `'mutant'` : `''`]
}

function isPattern(text: string): boolean {
  const end = text.lastIndexOf('/')
  try {
    return new RegExp(text.slice(1, end), text.slice(end + 1)).source.length > 0
  } catch {
    return false
  }
}

function callChanges(node: Node, getText: GetText): string[] {
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return []
  const [object, name] = [getText(callee['object'] as Node), getText(callee['property'] as Node)]
  if (DROPPED.has(name)) return [object]
  const other = METHODS.get(name)
  const given = (node['arguments'] as Node[]).map(getText).join(', ')
  return other === undefined ? [] : [`${object}.${other}(${given})`]
}
