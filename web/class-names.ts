import path from 'node:path'
import type { Plugin } from 'vite'

const IMPORT = /^import (\w+) from '([^']+)\.module\.css'$/gm

/** Names that are all known are joined at once. */
const JOINED = /\bclasses\(\s*((?:'[\w -]+',?\s*)+)\)/g
const joined = (names: string): string => `'${[...names.matchAll(/'([^']+)'/g)].map(([, name]) => name).join(' ')}'`

/** A class of a style sheet that stands beside its component. @example classNameOf('button', '/ui/stage.module.css') // 'stage-button' */
export const classNameOf = (local: string, sheet: string): string =>
  `${path.posix.basename(sheet).replace(/\.module\.css.*$/, '')}-${local}`

/**
 * Writes `styles['name']` as the class itself, which is known by the sheet's name: no file carries a list of names, and
 * HTML that is written without the sheets has the same ones.
 *
 * @throws where a component uses its sheet in any other way
 */
export const classNames = (): Plugin[] => [inComponents(), keptSheets()]

function inComponents(): Plugin {
  return {
    name: 'class-names',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: '.module.css' },
      handler(code, id) {
        let written = code
        for (const [statement, name, sheet] of code.matchAll(IMPORT)) {
          written = written
            .replace(statement, `import '${sheet}.module.css'`)
            .replaceAll(
              new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'),
              (_, local: string) => `'${classNameOf(local, sheet!)}'`,
            )
          if (new RegExp(`\\b${name}\\b(?!['-])`).test(written.replaceAll(/'[^'\n]*'|\/\/.*|\/\*[^]*?\*\//g, '')))
            this.error(`${id} uses ${name} for more than the name of a class`)
        }
        return { code: written.replaceAll(JOINED, (_, names: string) => joined(names)), map: null }
      },
    },
  }
}

/** A sheet of which no name is imported would be left out of the build. */
function keptSheets(): Plugin {
  return {
    name: 'kept-sheets',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  }
}
