import type { Host, SocketEvents } from '#shared/client/host.ts'

type Timer = { at: number; run: () => void }

/** A fake socket whose other end is the test. */
export type ScriptedSocket = {
  url: string
  /** The parsed messages that the client sent. */
  sent: unknown[]
  isClosed: boolean
  open: () => void
  /** Sends a frame to the client. Sends a string unchanged. */
  say: (type: string, payload?: unknown) => void
  sayText: (text: string) => void
  /** Breaks the connection. */
  lose: () => void
}

/** Waits until all ready promises have settled, however long their chains. */
export const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Creates a fake host for the client. The test controls its clock, random numbers and network. */
export function createScriptedHost() {
  let now = Date.parse('2026-11-21T12:00:00Z')
  let timers: Timer[] = []
  const sockets: ScriptedSocket[] = []
  const wakers = new Set<() => void>()
  const world = { random: 0, refusesSockets: false }

  const host: Host = {
    now: () => now,
    random: () => world.random,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    openSocket(url, events) {
      if (world.refusesSockets) throw new Error('not allowed here')
      const socket = scriptedSocket(url, events)
      sockets.push(socket)
      return {
        send: (text) => void socket.sent.push(JSON.parse(text)),
        close: () => void (socket.isClosed = true),
      }
    },
    onWake(run) {
      wakers.add(run)
      return () => wakers.delete(run)
    },
    page: null,
  }

  return {
    host,
    world,
    sockets,
    /** The newest socket. */
    socket: () => sockets.at(-1)!,
    wake: () => wakers.forEach((run) => run()),
    isWatched: () => wakers.size > 0,
    waiting: () => timers.length,
    /** Advances the clock and runs each due timer at its time. */
    async pass(milliseconds: number) {
      const end = now + milliseconds
      await flushPromises()
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0]
        if (due === undefined) break
        timers = timers.filter((timer) => timer !== due)
        now = due.at
        due.run()
        await flushPromises()
      }
      now = end
    },
  }
}

export type ScriptedHost = ReturnType<typeof createScriptedHost>

function scriptedSocket(url: string, events: SocketEvents): ScriptedSocket {
  const socket: ScriptedSocket = {
    url,
    sent: [],
    isClosed: false,
    open: () => events.onOpen(),
    say: (type, payload = {}) => socket.sayText(JSON.stringify({ type, payload })),
    sayText: (text) => events.onText(text),
    lose() {
      socket.isClosed = true
      events.onClose()
    },
  }
  return socket
}
