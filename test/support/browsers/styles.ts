import { isKnown, isLacking, KEYS, type Lack } from './support.ts'

type Declaration = { property: string; value: string }
/** A block: what stands before its brace, what it lies in, and what it declares. */
type Block = { prelude: string; within: readonly string[]; declarations: Declaration[] }

/** What a style sheet uses that an oldest browser lacks. A prefixed or an earlier declaration and `@supports` are fallbacks. */
export function lacksOfStyles(css: string): Lack[] {
  return blocksOf(css).flatMap((block) => [
    ...lacksOfPrelude(block),
    ...block.declarations.flatMap((declaration, index) => lacksOfDeclaration(block, declaration, index)),
  ])
}

/** Reads the blocks of a style sheet, nested ones after the ones they lie in. */
export function blocksOf(css: string): Block[] {
  const found: Block[] = []
  const open: Block[] = []
  let text = ''
  const declare = () => {
    const [, property, value] = /^\s*([-\w]+)\s*:\s*([^]*)$/.exec(text) ?? []
    const block = open.at(-1)
    if (block && property !== undefined && value !== undefined) block.declarations.push({ property, value })
    text = ''
  }
  for (const [token] of css.matchAll(
    /\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:"[^"]*"|[^()"])*\)|[^]/g,
  )) {
    if (token.startsWith('/*')) continue
    if (token === '{') {
      const block = { prelude: text.trim(), within: open.map(({ prelude }) => prelude), declarations: [] }
      found.push(block)
      open.push(block)
      text = ''
    } else if (token === '}') {
      declare()
      open.pop()
    } else if (token === ';') declare()
    else text += token
  }
  return found
}

const where = ({ prelude, within }: Block) => [...within, prelude].join(' { ')

function lacksOfPrelude(block: Block): Lack[] {
  const keys = block.prelude.startsWith('@') ? keysOfAtRule(block.prelude) : keysOfSelector(block.prelude)
  const isAsked = [...block.within, block.prelude].some((outer) => /^@supports.*selector\(/.test(outer))
  return keys.filter(isLacking).map((key) => ({ key, where: where(block), hasFallback: isAsked }))
}

function keysOfAtRule(prelude: string): string[] {
  const name = /^@([-\w]+)/.exec(prelude)?.[1] ?? ''
  const rule = `css.at-rules.${name}`
  if (name === 'supports') return /selector\(/.test(prelude) ? [rule, `${rule}.selector`] : [rule]
  if (name !== 'media' && name !== 'container') return [rule]
  const asked = [...prelude.matchAll(/\(\s*(?:min-|max-)?([-\w]+)/g)].map(([, feature]) => `${rule}.${feature}`)
  return [rule, ...asked, ...(/[<>]/.test(prelude) ? [`${rule}.range_syntax`] : [])]
}

function keysOfSelector(selector: string): string[] {
  const names = [...selector.matchAll(/::?([a-z][-\w]*)/g)].map(([, name]) => `css.selectors.${name}`)
  return selector.includes('&') ? [...names, 'css.selectors.nesting'] : names
}

function lacksOfDeclaration(block: Block, { property, value }: Declaration, index: number): Lack[] {
  if (property.startsWith('-')) return []
  const isAsked = block.within.some((outer) => /^@supports(?!\s*not)/.test(outer) && outer.includes(property))
  const others = block.declarations.filter((_, at) => at !== index)
  const hasPrefixed = others.some((other) => other.property === `-webkit-${property}`)
  const earlier = block.declarations.slice(0, index).filter((other) => other.property === property)
  const hasEarlier = earlier.some((other) => keysOfValue(property, other.value).every((key) => !isLacking(key)))
  const name = block.prelude.startsWith('@font-face')
    ? `css.at-rules.font-face.${property}`
    : `css.properties.${property}`
  const place = `${where(block)} { ${property}: ${value}`
  return [
    ...(isLacking(name) ? [{ key: name, where: place, hasFallback: isAsked || hasPrefixed }] : []),
    ...keysOfValue(property, value)
      .filter(isLacking)
      .map((key) => ({ key, where: place, hasFallback: isAsked || hasEarlier || hasPrefixed })),
  ]
}

/** Functions and units by the name they are used by, with the keys of everything of that name. */
const TYPES = new Map<string, string[]>()
for (const key of KEYS.filter((one) => one.startsWith('css.types.'))) {
  const name = key
    .split('.')
    .at(-1)!
    .replace(/-function$/, '')
  TYPES.set(name, [...(TYPES.get(name) ?? []), key])
}

const UNITS: readonly [RegExp, string][] = [
  [/^d(vh|vw|vi|vb|vmin|vmax)$/, 'css.types.length.viewport_percentage_units_dynamic'],
  [/^s(vh|vw|vi|vb|vmin|vmax)$/, 'css.types.length.viewport_percentage_units_small'],
  [/^l(vh|vw|vi|vb|vmin|vmax)$/, 'css.types.length.viewport_percentage_units_large'],
  [/^cq(w|h|i|b|min|max)$/, 'css.types.length.container_query_length_units'],
]

function keysOfValue(property: string, value: string): string[] {
  const plain = value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)|--[-\w]+/g, ' ')
  const own = (name: string) => `css.properties.${property}.${name}`
  const functions = [...plain.matchAll(/([a-z][-\w]*)\(/gi)].flatMap(([, name = '']) =>
    isKnown(own(name)) ? [own(name)] : (TYPES.get(name) ?? []),
  )
  const relative = [...plain.matchAll(/([a-z]+)\(from /g)].map(([, name]) => `css.types.color.${name}.relative_syntax`)
  const units = [...plain.matchAll(/(?<![-\w#])[\d.]+([a-z]+)/gi)].flatMap(([, unit = '']) => [
    ...UNITS.filter(([form]) => form.test(unit)).map(([, key]) => key),
    `css.types.length.${unit}`,
  ])
  const keywords = [...plain.matchAll(/(?<![-\w#.])[a-z][-\w]*(?![-\w(])/gi)].map(([name]) => own(name))
  return [...new Set([...functions, ...relative, ...units, ...keywords])].filter(isKnown)
}
