import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { flushPromises } from '../../support/scripted-host.ts'
import { createRealtimeClient, type Talking, trackPromise } from './talking.ts'

/** Wrapped, so that awaiting its start does not await its end. */
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

/** Ten-second timeouts. Nothing is reported a millisecond earlier. */
const SILENCES: readonly Row[] = [
  ['a socket that does not open', listen, nothing, NETWORK, 'Connection timeout'],
  ['a socket that does not open for a message', speak, nothing, NETWORK, 'Connection timeout'],
  ['a subscription without a confirmation', listen, opened, NETWORK, 'Subscription timeout'],
  ['a message without a confirmation', speak, opened, NETWORK, 'Message send timeout'],
  ['a message on a channel without a confirmation', speakInside, nothing, NETWORK, 'Message send timeout'],
]

/** Errors that are reported at once. */
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
    'unsubscribing before the confirmation',
    listen,
    ({ realtime }) => realtime.channel('room').unsubscribe(),
    NETWORK,
    'Connection closed',
  ],
  ['closing the client', listen, ({ realtime }) => realtime.close(), NETWORK, 'Connection closed'],
  [
    'a refused subscription',
    listen,
    (talking) => (
      opened(talking),
      error({ channel: 'room', error: 'Too many channels', code: 'RATE_LIMITED' })(talking)
    ),
    'RATE_LIMITED',
    'Too many channels',
  ],
  [
    'a subscription refused with an unknown code',
    listen,
    (talking) => (opened(talking), error({ channel: 'room', error: 'No', code: 'WHAT' })(talking)),
    'FORBIDDEN',
    'No',
  ],
  ['a refused message', speakInside, error({ channel: 'room', error: 'Too long' }), 'FORBIDDEN', 'Too long'],
  ['an error that names no channel', speakInside, error({ error: 'Slow down' }), 'FORBIDDEN', 'Slow down'],
  ['an error without a message', speakInside, error({ channel: 'room' }), 'FORBIDDEN', 'This is not allowed.'],
]

const begun = async (begin: Begin, talking: Talking) => trackPromise((await begin(talking)).ending)

describe('ten-second timeouts', () => {
  test.each(SILENCES)('times out after ten seconds: %s', async (_, begin, happen, code, message) => {
    const talking = createRealtimeClient()
    const seen = await begun(begin, talking)
    happen(talking)
    await talking.pass(9_999)
    expect(seen.isOver).toBe(false)
    await talking.pass(1)
    await flushPromises()
    expect(seen.error).toBeInstanceOf(AppError)
    expect(seen.error).toMatchObject({ kind: 'realtime', code, message, retryable: true })
  })
})

describe('immediate failures', () => {
  test.each(REFUSALS)('fails at once: %s', async (_, begin, happen, code, message) => {
    const talking = createRealtimeClient()
    const seen = await begun(begin, talking)
    happen(talking)
    await flushPromises()
    expect(seen.error).toBeInstanceOf(AppError)
    expect(seen.error).toMatchObject({ kind: 'realtime', code, message })
  })

  test('fails at once in a runtime without sockets', async () => {
    const talking = createRealtimeClient()
    talking.world.refusesSockets = true
    const seen = trackPromise(talking.realtime.channel('room').subscribe())
    await flushPromises()
    expect(seen.error).toMatchObject({ kind: 'realtime', message: 'Connection closed' })
  })
})

describe('recovery after a refusal', () => {
  test('retries a subscription that never succeeded only on request', async () => {
    const talking = createRealtimeClient()
    const channel = talking.realtime.channel('room')
    const first = trackPromise(channel.subscribe())
    talking.socket().lose()
    await talking.pass(60_000)
    expect([first.isOver, talking.sockets.length, channel.state()]).toEqual([true, 1, 'disconnected'])
    const second = channel.subscribe()
    talking.serve()
    await second
    expect([talking.sockets.length, channel.state()]).toEqual([2, 'subscribed'])
  })

  test('unsubscribes at the server after a subscription timed out', async () => {
    const talking = createRealtimeClient()
    await talking.joined('other')
    const seen = trackPromise(talking.realtime.channel('room').subscribe())
    await talking.pass(10_000)
    expect(seen.error).toMatchObject({ message: 'Subscription timeout' })
    expect(talking.socket().sent.at(-1)).toEqual({ type: 'unsubscribe', payload: { channel: 'room' } })
    talking.socket().say('subscribed', { channel: 'room' })
    expect(talking.realtime.channel('room').state()).toBe('disconnected')
  })

  test('keeps the other channels of a connection after a refusal', async () => {
    const talking = createRealtimeClient()
    const other = await talking.joined('other')
    const seen = trackPromise(talking.realtime.channel('room').subscribe())
    talking.socket().say('error', { channel: 'room', error: 'No' })
    await flushPromises()
    expect([seen.isOver, other.state(), talking.socket().isClosed]).toEqual([true, 'subscribed', false])
  })
})
