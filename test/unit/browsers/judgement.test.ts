import { describe, expect, test } from 'vitest'
import { lacksOfScript, membersOf } from '../../support/browsers/scripts.ts'
import { blocksOf, lacksOfStyles } from '../../support/browsers/styles.ts'
import { isLacking } from '../../support/browsers/support.ts'

describe('the data', () => {
  test.each([
    ['css.properties.field-sizing', true],
    ['css.selectors.has', false],
    ['css.properties.display', false],
    ['api.URL.canParse_static', true],
    ['no.such.key', false],
  ])('on %s', (key, lacking) => expect(isLacking(key)).toBe(lacking))
})

const bareOf = (css: string) => lacksOfStyles(css).flatMap(({ key, hasFallback }) => (hasFallback ? [] : [key]))

describe('a style sheet', () => {
  test('is read as blocks', () => {
    expect(blocksOf('/*{*/a{color:red;b:url("};")}@media (width>1px){c{d:e}}')).toEqual([
      {
        prelude: 'a',
        within: [],
        declarations: [
          { property: 'color', value: 'red' },
          { property: 'b', value: 'url("};")' },
        ],
      },
      { prelude: '@media (width>1px)', within: [], declarations: [] },
      { prelude: 'c', within: ['@media (width>1px)'], declarations: [{ property: 'd', value: 'e' }] },
    ])
  })

  test.each([
    ['a property', 'a{field-sizing:content}', 'css.properties.field-sizing'],
    ['a value', 'a{text-wrap:pretty}', 'css.properties.text-wrap.pretty'],
    ['a function', 'a{color:light-dark(red,blue)}', 'css.types.color.light-dark'],
    ['a color of a color', 'a{color:oklch(from red l c h)}', 'css.types.color.oklch.relative_syntax'],
    ['a selector', 'a:has-slotted{color:red}', 'css.selectors.has-slotted'],
    ['an at-rule', '@starting-style{a{color:red}}', 'css.at-rules.starting-style'],
    [
      'a media feature',
      '@media (prefers-reduced-transparency){a{color:red}}',
      'css.at-rules.media.prefers-reduced-transparency',
    ],
    ['a name without its prefix', 'a{user-select:none}', 'css.properties.user-select'],
  ])('is told of %s without a fallback', (_what, css, key) => expect(bareOf(css)).toContain(key))

  test.each([
    ['a question before it', '@supports (field-sizing:content){a{field-sizing:content}}'],
    ['a question on a selector', '@supports selector(:has-slotted){a:has-slotted{color:red}}'],
    ['an earlier value', 'a{color:red;color:light-dark(red,blue)}'],
    ['a prefixed name', 'a{-webkit-user-select:none;user-select:none}'],
    ['what both have', 'a:has(b){color:color-mix(in oklab,red,blue);height:100dvh}'],
  ])('may hold %s', (_what, css) => expect(bareOf(css)).toEqual([]))

  test.each([
    ['a question whether it is missing', '@supports not (field-sizing:content){a{field-sizing:content}}'],
    ['a later value', 'a{color:light-dark(red,blue);color:red}'],
    ['an earlier value that is lacking too', 'a{color:light-dark(red,blue);color:light-dark(blue,red)}'],
  ])('is told of it with %s', (_what, css) => expect(bareOf(css)).not.toEqual([]))
})

const bareIn = (code: string, own?: ReadonlySet<string>) =>
  lacksOfScript(code, own).flatMap(({ key, hasFallback }) => (hasFallback ? [] : [key]))

describe('a script', () => {
  test.each([
    ['a static method', 'f(URL.canParse(a))', 'api.URL.canParse_static'],
    ['a static method of the language', 'Object.groupBy(a,b)', 'javascript.builtins.Object.groupBy'],
    ['a method', 'a.isDisjointFrom(b)', 'javascript.builtins.Set.isDisjointFrom'],
    ['a global function', 'requestIdleCallback(f)', 'api.Window.requestIdleCallback'],
    ['a constructor', 'new CookieStore()', 'api.CookieStore'],
    ['a flag', '/[a--b]/v', 'javascript.builtins.RegExp.unicodeSets'],
  ])('is told of %s without a fallback', (_what, code, key) => expect(bareIn(code)).toEqual([key]))

  test.each([
    ['in', '`requestIdleCallback`in window?requestIdleCallback(f):setTimeout(f)'],
    ['typeof', 'typeof requestIdleCallback==`function`&&requestIdleCallback(f)'],
    ['a condition', 'URL.canParse?URL.canParse(a):g(a)'],
    ['an optional call', 'a.isDisjointFrom?.(b)'],
  ])('may ask by %s', (_what, code) => expect(bareIn(code)).toEqual([]))

  test('may have a member of such a name itself', () => {
    const code = 'const a={isDisjointFrom(b){return b}};a.isDisjointFrom(1)'
    expect(bareIn(code, new Set(membersOf(code)))).toEqual([])
    expect(bareIn(`${code};URL.canParse(a)`, new Set([...membersOf(code), 'canParse']))).toEqual([
      'api.URL.canParse_static',
    ])
  })
})
