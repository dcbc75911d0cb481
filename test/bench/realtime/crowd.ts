import { WebSocket } from 'ws'
import { PROJECT } from './serve.ts'

/** Number of concurrent connection attempts. */
const AT_ONCE = 50
/**
 * One in this many clients parses its messages and checks their order; the others only count them, so that the clients
 * are not the bottleneck.
 */
const READERS = 20
const CHANNEL = 'bench'

type Message = { seq: number; data: { at: number } }
type Frame =
  | { type: 'message'; payload: Message }
  | { type: 'messages'; payload: { messages: Message[] } }
  | { type: 'presence' }

export type Crowd = {
  /** Waits until every client has received `messages` more than before. */
  got(messages: number): Promise<void>
  /** Delivery times of messages to each reader since the last call, in milliseconds. */
  latencies(): number[]
  /** Publishes without waiting for the response. */
  speak(n: number): void
  /** Waits until the server has acknowledged all published messages. */
  answered(): Promise<void>
  close(): void
}

/**
 * Opens many sockets on one channel of one server.
 *
 * @param readers one in this many parses everything
 * @throws if a reader gets a message twice, out of order or not at all
 */
export async function gather(url: string, sockets: number, speakers: number, readers = READERS): Promise<Crowd> {
  const target = `${url.replace('http', 'ws')}/?project_id=${PROJECT}&frames=many`
  const counts = new Uint32Array(sockets)
  const read = new Float64Array(sockets).fill(-1)
  let taken: number[] = []
  let awaited = Number.POSITIVE_INFINITY
  let missing = 0
  let tell = () => {}
  let unanswered = 0
  let tellAnswered = () => {}

  function count(index: number, messages: number) {
    const before = counts[index]!
    counts[index] = before + messages
    if (before < awaited && before + messages >= awaited && --missing === 0) tell()
  }

  function hear(index: number, text: string) {
    const frame = JSON.parse(text) as Frame
    if (frame.type === 'presence') return
    const now = performance.now()
    for (const { seq, data } of frame.type === 'message' ? [frame.payload] : frame.payload.messages) {
      if (seq !== read[index]! + 1 && read[index] !== -1) throw new Error(`${seq} came after ${read[index]}`)
      read[index] = seq
      taken.push(now - data.at)
      count(index, 1)
    }
  }

  const open = (index: number) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(target, { perMessageDeflate: false })
      const isReader = index % readers === 0
      socket.on('error', reject)
      socket.on('open', () => socket.send(frame('subscribe', { channel: CHANNEL, presence: 'none' })))
      socket.once('message', () => {
        resolve(socket)
        socket.on('message', (data: Buffer) => {
          if (isReader) hear(index, data.toString())
          else count(index, occurrences(data))
        })
      })
    })
  const all: WebSocket[] = []
  for (let begin = 0; begin < sockets; begin += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, sockets - begin) }, (_, i) => open(begin + i))
    all.push(...(await Promise.all(some)))
  }

  // Publishers do not subscribe, so that acknowledgments are not mixed with messages.
  const mouths = await Promise.all(
    Array.from({ length: speakers }, async () => {
      const socket = new WebSocket(target, { perMessageDeflate: false })
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      socket.on('message', (data: Buffer) => {
        const text = data.toString()
        if (text.includes('"error"')) throw new Error(text)
        if (text.includes('"published"') && --unanswered === 0) tellAnswered()
      })
      return socket
    }),
  )

  return {
    got: (messages) =>
      new Promise((resolve) => {
        awaited = counts[0]! + messages
        missing = counts.reduce((sum, seen) => sum + Number(seen < awaited), 0)
        tell = resolve
      }),
    latencies() {
      const all = taken
      taken = []
      return all
    },
    speak(n) {
      unanswered += 1
      const data = { n, at: performance.now(), votes: 41 }
      mouths[n % mouths.length]!.send(frame('publish', { channel: CHANNEL, type: 'bench', data }))
    },
    answered: () =>
      new Promise((resolve) => {
        tellAnswered = resolve
        if (unanswered === 0) resolve()
      }),
    close: () => [...all, ...mouths].forEach((socket) => socket.terminate()),
  }
}

const frame = (type: string, payload: object) => JSON.stringify({ type, payload })

/** A marker that each message in a frame contains once. */
const MARK = Buffer.from('"type":"bench"')

function occurrences(data: Buffer): number {
  let count = 0
  for (let at = data.indexOf(MARK); at >= 0; at = data.indexOf(MARK, at + MARK.length)) count += 1
  return count
}
