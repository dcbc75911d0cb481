import { flushPromises } from '../../support/scripted-host.ts'
import { createRealtimeClient, type Talking } from './talking.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
export const getMessageId = (n: number) => `${START + n}-0`
type Frame = { id: string; channel: string; type: string; data: number; timestamp: number; seq: number | undefined }

/** Returns the n-th message of a server that numbers its messages. */
export const createFrame = (n: number, seq = n): Frame => ({
  id: getMessageId(n),
  channel: 'room',
  type: 'chat',
  data: n,
  timestamp: START + n,
  seq,
})
/** A message of a server that does not number its messages. */
export const plain = (n: number): Frame => ({ ...createFrame(n), seq: undefined })

type History = { all: Frame[]; page: number; failures: number }

/** A client, the messages its channel received, and the history that the server returns. */
export async function createListeningClient(state: object = {}) {
  const history: History = { all: [], page: 200, failures: 0 }
  const talking = createRealtimeClient(({ url }) => {
    if (history.failures-- > 0) return Response.json({ error: 'Busy' }, { status: 503 })
    const from = new URL(url).searchParams.get('start')!
    const found = history.all.filter(({ id }) => from === '-' || id >= from)
    return Response.json({ messages: found.slice(0, history.page), hasMore: found.length > history.page })
  })
  const received: unknown[] = []
  let missed = 0
  const room = await talking.joined('room', state)
  room.onMessage(({ data }) => received.push(data))
  room.onMissed(() => missed++)
  const say = (...messages: object[]) => messages.forEach((message) => talking.socket().say('message', message))
  return { ...talking, room, history, received, say, missed: () => missed }
}

/** Loses the connection, waits for the reconnection, and lets the server confirm the subscription. */
export async function reconnect(talking: Talking, state: object = {}) {
  talking.socket().lose()
  await talking.pass(2_000)
  talking.serve(state)
  await flushPromises()
}
