import type { Plugin } from 'vite'

const NOTHING = '\0nothing'
/** The one dynamic import that rendering on the server needs: it parses the API's answers. */
const ANSWERS = /\/answers\.ts$/

/**
 * Leaves what opens later (sheets, toasts, photo tools) out of the server's bundle. The bundle is one file, so each
 * `import()` would otherwise be inlined into the Worker and run at start-up.
 */
export function serverPages(): Plugin {
  return {
    name: 'server-pages',
    applyToEnvironment: ({ name }) => name === 'ssr',
    apply: 'build',
    enforce: 'pre',
    resolveDynamicImport: (to) => (typeof to === 'string' && ANSWERS.test(to) ? null : NOTHING),
    load: (id) => (id === NOTHING ? 'export default () => null' : null),
  }
}
