import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type IndexHtmlTransformContext, minifySync, type Plugin } from 'vite'

/** The fonts of headings, labels and body text. Bold text starts with a fallback of the same width. */
const EARLY_FONTS = /\/(anton-ascii-400|barlow-condensed-ascii-600|barlow-ascii-400)-/
const FIRST_PAINT = /\/first-paint-[^/]*\.js$/
const SCRIPT_TAGS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

/**
 * Orders a page's requests: styles, three fonts and its pictures first, scripts after the first paint.
 *
 * The module scripts move into `<template id="scripts">`, which `public/first-paint.js` opens; the Worker adds the
 * screen's files to it. This saves 0.45 s of LCP on a slow phone. See `web/DECISIONS.md`.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    // A hashed name lets browsers cache it forever.
    buildStart() {
      const source = readFileSync(fileURLToPath(new URL('../public/first-paint.js', import.meta.url)), 'utf8')
      const { code } = minifySync('first-paint.js', source)
      this.emitFile({ type: 'asset', name: 'first-paint.js', source: code })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html: string, { bundle = {} }: IndexHtmlTransformContext) => ({
        html: html
          .replaceAll(SCRIPT_TAGS, '')
          .replace(
            '/first-paint.js',
            `/${Object.keys(bundle).find((file) => FIRST_PAINT.test(file)) ?? 'first-paint.js'}`,
          )
          .replace('</head>', `<template id="scripts">${html.match(SCRIPT_TAGS)?.join('') ?? ''}</template></head>`),
        tags: Object.keys(bundle)
          .filter((file) => EARLY_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
      }),
    },
  }
}
