import path from 'node:path'

/**
 * Returns the HTML class for a CSS module's class: readable, and the same on the server, in the browser and in tests.
 *
 * @example toClassName('button', '/ui/stage.module.css') // 'stage-button'
 */
export const toClassName = (local: string, sheet: string): string =>
  `${path.posix.basename(sheet).replace(/\.module\.css.*$/, '')}-${local}`
