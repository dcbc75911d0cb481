import { AppError } from '#shared/client/errors.ts'
import { isLoopbackAddress, isPublicAddress } from './address-rules.ts'

const URL_MAX_CHARACTERS = 4096
const SCHEMES = new Set(['http:', 'https:'])
/** Characters that browsers' parsers drop or convert in silence, so that two readers see two addresses. */
const DROPPED = /[\p{Cc}\\]/u
const LITERAL_V4 = /^\d+\.\d+\.\d+\.\d+$/
/** Names that never lead to the internet: RFC 6761, 6762, 7686, 8375, 9476 and what networks call their own. */
const INNER_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|onion|alt|arpa)$/
/** Two labels or more, the last of which is no number. */
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/
/** Below it other protocols live, of which some take HTTP for their own commands. */
const FIRST_FREE_PORT = 1024

export type Target = {
  readonly url: URL
  /** The host by name, to be resolved; null when it is written as an address, which has been judged already. */
  readonly name: string | null
}

export type TargetRules = {
  /** Lets this very machine be reached; for development. */
  readonly allowLoopback: boolean
}

const refuse = (why: string) => new AppError('ADDRESS_REFUSED', undefined, { details: why })

/**
 * An untrusted address to request, as far as its text can be checked.
 *
 * @param base what a redirect's address may be relative to
 * @throws AppError `ADDRESS_REFUSED` for other schemes, credentials, hosts that are not public and oddly written ones
 */
export function readTarget(text: string, { allowLoopback }: TargetRules, base?: URL): Target {
  const written = text.trim()
  if (written.length > URL_MAX_CHARACTERS) throw refuse('it is too long')
  if (DROPPED.test(written)) throw refuse('it holds characters that no address has')
  const url = URL.parse(written, base?.href)
  if (url === null) throw refuse('it is no address')
  if (!SCHEMES.has(url.protocol)) throw refuse('only http and https are spoken')
  if (url.username !== '' || url.password !== '') throw refuse('it holds credentials')
  url.hash = ''

  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLiteral = LITERAL_V4.test(host) || host.includes(':')
  if (isLiteral && url.hostname !== base?.hostname && !isPlainIn(written, url.hostname))
    throw refuse('its host is oddly written')
  if (allowLoopback && (host === 'localhost' || isLoopbackAddress(host))) return { url, name: null }
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT) throw refuse('its port belongs to another protocol')
  if (isLiteral) {
    if (!isPublicAddress(host)) throw refuse('its host is not public')
    return { url, name: null }
  }
  return { url, name: requirePublicName(host) }
}

/**
 * True when the host stands in the text as it is understood: not in hex, in octal, as one number or in other digits.
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
