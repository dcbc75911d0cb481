import { AppError } from '#shared/client/errors.ts'
import { isLoopbackAddress, isPublicAddress } from './address-rules.ts'

const URL_MAX_CHARACTERS = 4096
const SCHEMES = new Set(['http:', 'https:'])
/** Characters that URL parsers silently drop or convert, so that two parsers may see different hosts. */
const DROPPED = /[\p{Cc}\\]/u
const LITERAL_V4 = /^\d+\.\d+\.\d+\.\d+$/
/** Names that are never public: RFC 6761, 6762, 7686, 8375, 9476 and common suffixes of private networks. */
const INNER_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|onion|alt|arpa)$/
/** Two or more labels. The last one is not a number. */
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/
/** Lower ports belong to other protocols, and some of those would run an HTTP request as commands. */
const FIRST_FREE_PORT = 1024

export type Target = {
  readonly url: URL
  /** The host name to resolve. Null if the host is an IP address, which is already checked. */
  readonly name: string | null
}

export type TargetRules = {
  /** Allows loopback addresses, for development. */
  readonly allowLoopback: boolean
}

const refuse = (why: string) => new AppError('ADDRESS_REFUSED', undefined, { details: why })

/**
 * Parses and checks an untrusted URL, without DNS.
 *
 * @param base the URL that a redirect is relative to
 * @throws AppError `ADDRESS_REFUSED` for other schemes, credentials, non-public hosts and obfuscated IP addresses
 */
export function readTarget(text: string, { allowLoopback }: TargetRules, base?: URL): Target {
  const written = text.trim()
  if (written.length > URL_MAX_CHARACTERS) throw refuse('it is too long')
  if (DROPPED.test(written)) throw refuse('it contains characters that no address has')
  const url = URL.parse(written, base?.href)
  if (url === null) throw refuse('it is not a valid address')
  if (!SCHEMES.has(url.protocol)) throw refuse('it must begin with http: or https:')
  if (url.username !== '' || url.password !== '') throw refuse('it contains credentials')
  url.hash = ''

  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLiteral = LITERAL_V4.test(host) || host.includes(':')
  if (isLiteral && url.hostname !== base?.hostname && !isPlainIn(written, url.hostname))
    throw refuse('its host is an obfuscated IP address')
  if (allowLoopback && (host === 'localhost' || isLoopbackAddress(host))) return { url, name: null }
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT) throw refuse('its port belongs to another protocol')
  if (isLiteral) {
    if (!isPublicAddress(host)) throw refuse('its host is not public')
    return { url, name: null }
  }
  return { url, name: requirePublicName(host) }
}

/**
 * Returns true if the text spells the host as the parser returns it, not in hex, in octal, as one number or in non-ASCII
 * digits.
 */
function isPlainIn(written: string, hostname: string): boolean {
  const [, authority = ''] = /^(?:https?:)?\/\/([^/?#]*)/i.exec(written) ?? []
  return authority.replace(/:\d*$/, '').toLowerCase() === hostname
}

function requirePublicName(host: string): string {
  const name = host.replace(/\.$/, '')
  if (!NAME.test(name) || INNER_NAMES.test(name)) throw refuse('its host is not public')
  return name
}
