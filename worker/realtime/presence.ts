import { PRESENCE_LISTED, PRESENCE_SAMPLE } from '#shared/client/limits.ts'

/** A member of a channel, with one or more sockets. Times are in milliseconds since 1970. */
export type Member = {
  readonly userId: string
  /** JSON text, chosen by the client. */
  readonly metadata: string | null
  readonly joinedAt: number
  readonly lastSeen: number
}

export type Roster = ReadonlyMap<string, Member>

/** Merges the sockets of one user: the first join, the last sign of life, and the newest metadata. */
const merge = (one: Member, other: Member): Member => ({
  userId: one.userId,
  metadata: (one.joinedAt > other.joinedAt ? one : other).metadata,
  joinedAt: Math.min(one.joinedAt, other.joinedAt),
  lastSeen: Math.max(one.lastSeen, other.lastSeen),
})

export function toRoster(members: Iterable<Member>): Map<string, Member> {
  const roster = new Map<string, Member>()
  for (const member of members) {
    const known = roster.get(member.userId)
    roster.set(member.userId, known === undefined ? member : merge(known, member))
  }
  return roster
}

/**
 * A gateway's update about its members of a channel: a diff against the version `base`, or the full roster without a
 * base. Updates may arrive out of order, so a diff applies only to its base.
 */
export type News = {
  readonly version: number
  readonly base: number | null
  readonly joined: readonly Member[]
  readonly left: readonly string[]
}

/** A gateway's members as of a version. */
export type KnownRoster = { readonly version: number; readonly roster: Roster }

export function toNews(before: KnownRoster | null, roster: Roster, version: number): News {
  if (before === null) return { version, base: null, joined: [...roster.values()], left: [] }
  const isNew = (member: Member) => {
    const known = before.roster.get(member.userId)
    return known === undefined || known.metadata !== member.metadata
  }
  const left = [...before.roster.keys()].filter((userId) => !roster.has(userId))
  return { version, base: before.version, joined: [...roster.values()].filter(isNew), left }
}

/** @returns the new roster, or null for a diff against another base, in which case the full roster is needed */
export function applyNews(known: KnownRoster | null, { version, base, joined, left }: News): KnownRoster | null {
  if (base === null) return known !== null && known.version > version ? known : { version, roster: toRoster(joined) }
  if (known === null || known.version !== base) return null
  const roster = new Map(known.roster)
  for (const userId of left) roster.delete(userId)
  for (const member of joined) roster.set(member.userId, member)
  return { version, roster }
}

/** True if two rosters have the same members with the same metadata. */
export const isSameCrowd = (one: Roster, other: Roster): boolean =>
  one.size === other.size && [...one].every(([userId, { metadata }]) => other.get(userId)?.metadata === metadata)

export type Crowd = { readonly count: number; readonly listed: readonly Member[] }

/** Returns all members in the order they joined. For a large crowd, returns an evenly spread sample. */
export function toCrowd(roster: Roster): Crowd {
  const members = [...roster.values()].sort((a, b) => a.joinedAt - b.joinedAt || (a.userId < b.userId ? -1 : 1))
  if (members.length <= PRESENCE_LISTED) return { count: members.length, listed: members }
  const step = members.length / PRESENCE_SAMPLE
  const listed = Array.from({ length: PRESENCE_SAMPLE }, (_, i) => members[Math.floor(i * step)]!)
  return { count: members.length, listed }
}

/** Encodes a member as JSON for the wire. */
const encodeMember = ({ userId, metadata, joinedAt, lastSeen }: Member): string => {
  const metadataField = metadata === null ? '' : `,"metadata":${metadata}`
  return `{"userId":${JSON.stringify(userId)}${metadataField},"joinedAt":${joinedAt},"lastSeen":${lastSeen}}`
}

/** Encodes members as a JSON array. */
export const encodeMembers = (members: readonly Member[]): string => `[${members.map(encodeMember).join(',')}]`
