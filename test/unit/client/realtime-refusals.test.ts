import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { settled } from '../../support/scripted-host.ts'
import { createTalking, type Talking, watched } from './talking.ts'

/** Wrapped, so that waiting until it has begun is not waiting for how it ends. */
type Begin = (talking: Talking) => Promise<{ ending: Promise<unknown> }>
type Happen = (talking: Talking) => void
type Row = readonly [sentence: string, begin: Begin, happen: Happen, code: string, text: string]

const listen: Begin = async ({ realtime }) => ({ ending: realtime.channel('room').subscribe() })
const speak: Begin = async ({ realtime }) => ({ ending: realtime.publish('room', 'chat', 'Hello') })
const speakInside: Begin = async (talking) => ({ ending: (await talking.joined()).publish('chat', 'Hello') })
const nothing: Happen = () => {}
const error =
  (payload: object): Happen =>
  ({ socket }) =>
    socket().say('error', payload)
const opened: Happen = ({ socket }) => socket().open()

const NETWORK = 'NETWORK_ERROR'

/** Ten seconds of silence: nothing is said a millisecond earlier. */
const SILENCES: readonly Row[] = [
  ['a socket that does not open', listen, nothing, NETWORK, 'Connection timeout'],
  ['a socket that does not open for a message', speak, nothing, NETWORK, 'Connection timeout'],
  ['a subscription without a confirmation', listen, opened, NETWORK, 'Subscription timeout'],
  ['a message without a confirmation', speak, opened, NETWORK, 'Message send timeout'],
  ['a message on a channel without a confirmation', speakInside, nothing, NETWORK, 'Message send timeout'],
]

/** Faults that are known at once. */
const REFUSALS: readonly Row[] = [
  ['a socket that closes before it opens', listen, ({ socket }) => socket().lose(), NETWORK, 'Connection closed'],
  [
    'a socket that closes before it confirms',
    listen,
    ({ socket }) => (socket().open(), socket().lose()),
    NETWORK,
    'Connection closed',
  ],
  ['a socket that closes under a message', speakInside, ({ socket }) => socket().lose(), NETWORK, 'Connection closed'],
  [
    'leaving before the answer',
    listen,
    ({ realtime }) => realtime.channel('room').unsubscribe(),
    NETWORK,
    'Connection closed',
  ],
  ['closing everything', listen, ({ realtime }) => realtime.close(), NETWORK, 'Connection closed'],
  [
    'a subscription that is refused',
    listen,
    (talking) => (
      opened(talking),
      error({ channel: 'room', error: 'Too many channels', code: 'RATE_LIMITED' })(talking)
    ),
    'RATE_LIMITED',
    'Too many channels',
  ],
  [
    'a subscription that is refused without a code we know',
    listen,
    (talking) => (opened(talking), error({ channel: 'room', error: 'No', code: 'WHAT' })(talking)),
    'FORBIDDEN',
    'No',
  ],
  ['a message that is refused', speakInside, error({ channel: 'room', error: 'Too long' }), 'FORBIDDEN', 'Too long'],
  ['an error that names no channel', speakInside, error({ error: 'Slow down' }), 'FORBIDDEN', 'Slow down'],
  ['an error without a word', speakInside, error({ channel: 'room' }), 'FORBIDDEN', 'This is not allowed.'],
]

const begun = async (begin: Begin, talking: Talking) => watched((await begin(talking)).ending)

describe('ten seconds of silence end', () => {
  test.each(SILENCES)('%s', async (_, begin, happen, code, message) => {
    const talking = createTalking()
    const seen = await begun(begin, talking)
    happen(talking)
    await talking.pass(9_999)
    expect(seen.isOver).toBe(false)
    await talking.pass(1)
    await settled()
    expect(seen.error).toBeInstanceOf(AppError)
    expect(seen.error).toMatchObject({ kind: 'realtime', code, message, retryable: true })
  })
})

describe('is told at once:', () => {
  test.each(REFUSALS)('%s', async (_, begin, happen, code, message) => {
    const talking = createTalking()
    const seen = await begun(begin, talking)
    happen(talking)
    await settled()
    expect(seen.error).toBeInstanceOf(AppError)
    expect(seen.error).toMatchObject({ kind: 'realtime', code, message })
  })

  test('a runtime that opens no socket', async () => {
    const talking = createTalking()
    talking.world.refusesSockets = true
    const seen = watched(talking.realtime.channel('room').subscribe())
    await settled()
    expect(seen.error).toMatchObject({ kind: 'realtime', message: 'Connection closed' })
  })
})

describe('after a refusal', () => {
  test('a subscription that never was is not tried again by itself, and can be asked for again', async () => {
    const talking = createTalking()
    const channel = talking.realtime.channel('room')
    const first = watched(channel.subscribe())
    talking.socket().lose()
    await talking.pass(60_000)
    expect([first.isOver, talking.sockets.length, channel.state()]).toEqual([true, 1, 'disconnected'])
    const second = channel.subscribe()
    talking.serve()
    await second
    expect([talking.sockets.length, channel.state()]).toEqual([2, 'subscribed'])
  })

  test('the server is told that a subscription it was slow with is not wanted', async () => {
    const talking = createTalking()
    await talking.joined('other')
    const seen = watched(talking.realtime.channel('room').subscribe())
    await talking.pass(10_000)
    expect(seen.error).toMatchObject({ message: 'Subscription timeout' })
    expect(talking.socket().sent.at(-1)).toEqual({ type: 'unsubscribe', payload: { channel: 'room' } })
    talking.socket().say('subscribed', { channel: 'room' })
    expect(talking.realtime.channel('room').state()).toBe('disconnected')
  })

  test('the others of a connection stay', async () => {
    const talking = createTalking()
    const other = await talking.joined('other')
    const seen = watched(talking.realtime.channel('room').subscribe())
    talking.socket().say('error', { channel: 'room', error: 'No' })
    await settled()
    expect([seen.isOver, other.state(), talking.socket().isClosed]).toEqual([true, 'subscribed', false])
  })
})
