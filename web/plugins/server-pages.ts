import type { Plugin } from 'vite'

const EMPTY_MODULE = '\0empty'
/** The only dynamic import that server-side rendering needs: it parses API responses. */
const RESPONSES = /\/responses\.ts$/

/**
 * Leaves lazy parts (sheets, toasts, photo tools) out of the server bundle. The bundle is one file, so each `import()`
 * would otherwise be inlined into the Worker and run at startup.
 */
export function serverPages(): Plugin {
  return {
    name: 'server-pages',
    applyToEnvironment: ({ name }) => name === 'ssr',
    apply: 'build',
    enforce: 'pre',
    resolveDynamicImport: (to) => (typeof to === 'string' && RESPONSES.test(to) ? null : EMPTY_MODULE),
    load: (id) => (id === EMPTY_MODULE ? 'export default () => null' : null),
  }
}
