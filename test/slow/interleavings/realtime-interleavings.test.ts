import fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { runs } from '../../support/hostile-requests.ts'
import { connect, type Listener } from '../../worker/realtime/listener.ts'
import { sleepChannels, sleepGateways } from '../../worker/realtime/sleep.ts'

const API = `/api/realtime/${PROJECT}`

/** Users of the four sockets. The last two are tabs of one user. Some sockets opt in to batched frames. */
const PEOPLE = ['ann', 'bob', 'cyd', 'cyd'] as const
const ROOMS = ['a', 'b'] as const

type Action = {
  readonly person: number
  readonly room: number
  readonly kind: 'subscribe' | 'leave' | 'say' | 'post' | 'reconnect'
}
type Step = { readonly actions: readonly Action[]; readonly sleeps: 'none' | 'channels' | 'gateways' | 'all' }

const kind = fc.record<Action>({
  person: fc.nat(PEOPLE.length - 1),
  room: fc.nat(ROOMS.length - 1),
  kind: fc.constantFrom('subscribe', 'subscribe', 'leave', 'say', 'say', 'say', 'post', 'reconnect'),
})
/** Concurrent actions of different sockets, and the object that hibernates afterwards. */
const step = fc.record<Step>({
  actions: fc.uniqueArray(kind, { selector: ({ person }) => person, minLength: 1, maxLength: 3 }),
  sleeps: fc.constantFrom('none', 'none', 'channels', 'gateways', 'all'),
})

/** A subscription, with its range of the socket's messages, the earlier messages, and those that it must receive. */
type Spell = {
  readonly listener: Listener
  readonly from: number
  until: number | null
  readonly over: ReadonlySet<string>
  readonly must: string[]
  /** The sequence number before its first message. */
  readonly start: number | null
}

let slept = 0

/** A model of the expected state. */
class World {
  readonly sent = ROOMS.map(() => [] as string[])
  readonly spells = PEOPLE.map(() => ROOMS.map(() => null as Spell | null))
  readonly past: (Spell & { readonly room: number })[] = []
  readonly app: TestApp
  readonly names: readonly string[]
  readonly listeners: Listener[]
  /** Presence option. A delayed presence message keeps every object awake for a second, so few runs include one. */
  readonly wish: 'list' | 'none'

  constructor(app: TestApp, names: readonly string[], listeners: Listener[], wish: 'list' | 'none') {
    this.app = app
    this.names = names
    this.listeners = listeners
    this.wish = wish
  }

  /** Marks a message as required for every current subscription. */
  heardBy(room: number): (id: string) => void {
    const listening = this.spells.flatMap((rooms) => rooms[room] ?? [])
    return (id) => {
      this.sent[room]!.push(id)
      for (const spell of listening) spell.must.push(id)
    }
  }

  /** Ends a subscription. Messages shortly before its end are optional. */
  end(person: number, room: number): Spell | null {
    const spell = this.spells[person]![room] ?? null
    this.spells[person]![room] = null
    if (spell === null) return null
    const over = { ...spell, must: [], room }
    this.past.push(over)
    return over
  }

  async do({ person, room, kind: what }: Action): Promise<void> {
    const [listener, name] = [this.listeners[person]!, this.names[room]!]
    if (what === 'say') {
      const heard = this.heardBy(room)
      heard(await listener.publish(name, person))
    }
    if (what === 'post') {
      const heard = this.heardBy(room)
      const message = { channel: name, type: 'said', data: person }
      const response = await sendJson(this.app, `${API}/publish`, message, { headers: as.public() })
      heard((await response.json<{ messageId: string }>()).messageId)
    }
    if (what === 'subscribe' && this.spells[person]![room] === null) {
      const over = new Set(this.sent[room])
      const from = listener.messages(name).length
      const { seq = null } = await listener.subscribe(name, { userId: PEOPLE[person], presence: this.wish })
      this.spells[person]![room] = { listener, from, over, until: null, must: [], start: seq as number | null }
    }
    if (what === 'leave') {
      const spell = this.end(person, room)
      const before = listener.of('unsubscribed', name).length
      listener.say('unsubscribe', { channel: name })
      await listener.nth('unsubscribed', before + 1, name)
      if (spell !== null) spell.until = listener.messages(name).length
    }
    if (what === 'reconnect') {
      for (const other of ROOMS.keys()) this.end(person, other)
      listener.close()
      this.listeners[person] = await enter(this.app, person)
    }
  }

  /**
   * Asserts that a subscription's messages are a contiguous part of the channel's history and include every required one.
   */
  check(spell: Spell, room: number, history: readonly { id: string; seq: number }[]): void {
    const { listener, from, until, over, must, start } = spell
    const heard = listener.messages(this.names[room]!).slice(from, until ?? undefined)
    const ids = heard.map(({ id }) => String(id))
    const first = history.findIndex(({ id }) => id === ids[0])
    expect(ids).toEqual(ids.length === 0 ? [] : history.slice(first, first + ids.length).map(({ id }) => id))
    expect(ids.filter((id) => over.has(id))).toEqual([])
    expect(must.filter((id) => !ids.includes(id))).toEqual([])
    if (start !== null && ids.length > 0) expect(heard[0]!['seq']).toBe(start + 1)
  }
}

const enter = (app: TestApp, person: number) => connect(app, person % 2 === 0 ? '&frames=many' : '')

async function play(steps: readonly Step[], run: number): Promise<void> {
  // The runs open more channels than the limits of one network allow.
  const app = createTestApp({}, { ...testEnv(), REALTIME_SOCKETS_PER_GATEWAY: '2', LIMITS: 'relaxed' } as never)
  const names = ROOMS.map((room) => `${room}${run}`)
  const listeners = await Promise.all(PEOPLE.map((_, person) => enter(app, person)))
  const world = new World(app, names, listeners, run % 10 === 0 ? 'list' : 'none')
  for (const { actions, sleeps } of steps) {
    await Promise.all(actions.map((one) => world.do(one)))
    if (sleeps === 'channels' || sleeps === 'all') slept += await sleepChannels(names)
    if (sleeps === 'gateways' || sleeps === 'all') slept += await sleepGateways()
  }
  for (const [room, name] of names.entries()) {
    const get = async (what: string) =>
      (await app.send(`${API}/${what}?channel=${name}`, { headers: as.public() })).json<never>()
    const { messages } = (await get('messages')) as { messages: { id: string; seq: number }[] }
    expect(messages.map(({ id }) => id).sort()).toEqual([...world.sent[room]!].sort())
    expect(messages.map(({ seq }) => seq - messages[0]!.seq)).toEqual(messages.map((_, i) => i))
    const here = new Set(PEOPLE.filter((_, person) => world.spells[person]![room] !== null))
    await vi.waitFor(
      async () => {
        const { users } = (await get('presence')) as { users: { userId: string }[] }
        expect(users.map(({ userId }) => userId).sort()).toEqual([...here].sort())
        for (const rooms of world.spells) if (rooms[room]) world.check(rooms[room], room, messages)
        for (const spell of world.past) if (spell.room === room) world.check(spell, room, messages)
      },
      { timeout: 3000, interval: 5 },
    )
  }
  for (const listener of world.listeners) listener.close()
}

beforeAll(freshDatabase)

it(
  'loses and duplicates no message in random interleavings of subscribing, publishing, unsubscribing, reconnecting and hibernation',
  { timeout: 240_000 },
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), (steps) => play(steps, run++)),
      { ...runs(15), endOnFailure: true },
    )
    expect(slept).toBeGreaterThan(25)
  },
)
