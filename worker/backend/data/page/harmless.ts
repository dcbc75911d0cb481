import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

const reader = unified().use(remarkParse).use(remarkGfm)
const SCHEMES = /^(?:https?|mailto|tel):/i

/** True when this Markdown holds neither HTML nor a script address (XSS). */
export const isHarmless = (markdown: string): boolean => isFine(reader.parse(markdown))

function isFine(node: Nodes): boolean {
  if (node.type === 'html') return false
  if ('url' in node && node.url !== '' && !SCHEMES.test(node.url)) return false
  return !('children' in node) || node.children.every(isFine)
}

/** Text as Markdown that means nothing else: every mark in it is escaped, and nothing is indented. */
export const plainMarkdown = (text: string): string =>
  `${text
    .replaceAll(/[!-/:-@[-`{-~]/g, (mark) => `\\${mark}`)
    .replaceAll(/^\s+/gm, '')
    .replaceAll('\n', '\n\n')
    .trim()}\n`
