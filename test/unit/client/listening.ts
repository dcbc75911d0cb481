import { settled } from '../../support/scripted-host.ts'
import { createTalking, type Talking } from './talking.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
export const idOf = (n: number) => `${START + n}-0`
type Said = { id: string; channel: string; type: string; data: number; timestamp: number; seq: number | undefined }

/** Returns the n-th message of a server that counts. */
export const said = (n: number, seq = n): Said => ({
  id: idOf(n),
  channel: 'room',
  type: 'chat',
  data: n,
  timestamp: START + n,
  seq,
})
/** By a server that does not count. */
export const plain = (n: number): Said => ({ ...said(n), seq: undefined })

type History = { all: Said[]; page: number; failures: number }

/** A client, what its room has told, and the history that the server would answer from. */
export async function listening(standing: object = {}) {
  const history: History = { all: [], page: 200, failures: 0 }
  const talking = createTalking(({ url }) => {
    if (history.failures-- > 0) return Response.json({ error: 'Busy' }, { status: 503 })
    const from = new URL(url).searchParams.get('start')!
    const found = history.all.filter(({ id }) => from === '-' || id >= from)
    return Response.json({ messages: found.slice(0, history.page), hasMore: found.length > history.page })
  })
  const told: unknown[] = []
  let missed = 0
  const room = await talking.joined('room', standing)
  room.onMessage(({ data }) => told.push(data))
  room.onMissed(() => missed++)
  const say = (...messages: object[]) => messages.forEach((message) => talking.socket().say('message', message))
  return { ...talking, room, history, told, say, missed: () => missed }
}

/** Loses the connection, waits until it stands again, and lets the server confirm the subscription. */
export async function comeBack(talking: Talking, standing: object = {}) {
  talking.socket().lose()
  await talking.pass(2_000)
  talking.serve(standing)
  await settled()
}
