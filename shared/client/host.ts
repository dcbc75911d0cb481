import type { Cancel, Page } from './page.ts'

export type { Cancel }

/** A WebSocket with text frames. What is sent before it is open, or after it is closed, is lost. */
export type Socket = {
  readonly send: (text: string) => void
  /** No event comes afterwards. */
  readonly close: () => void
}

export type SocketEvents = {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  /** Once, however it ended, and also when it never opened. */
  readonly onClose: () => void
}

/**
 * Everything that the client needs of the world around it beside `fetch`: the same code runs in a page, in a Worker
 * and in Node, and a test injects a fake clock and network.
 */
export type Host = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** From 0 up to, but never, 1. */
  readonly random: () => number
  readonly after: (milliseconds: number, run: () => void) => Cancel
  /** @param url `ws:` or `wss:` */
  readonly openSocket: (url: string, events: SocketEvents) => Socket
  /** Calls back when a backoff may be cut short: the network is back, or the page is visible again. */
  readonly onWake: (run: () => void) => Cancel
  /** Null outside of a browser. */
  readonly page: Page | null
}

/**
 * The host of any runtime that has `WebSocket`.
 *
 * @param options a page, and how to hear that the network is back, where the runtime has them
 */
export function createHost({
  onWake = () => () => {},
  page = null,
}: Partial<Pick<Host, 'onWake' | 'page'>> = {}): Host {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    openSocket,
    onWake,
    page,
  }
}

function openSocket(url: string, events: SocketEvents): Socket {
  const socket = new WebSocket(url)
  let isHeard = true
  socket.addEventListener('open', () => {
    if (isHeard) events.onOpen()
  })
  socket.addEventListener('message', ({ data }) => {
    if (isHeard && typeof data === 'string') events.onText(data)
  })
  socket.addEventListener('close', () => {
    if (isHeard) events.onClose()
    isHeard = false
  })
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close() {
      isHeard = false
      // A browser complains of a connection that is given up before it stands.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
      else socket.close()
    },
  }
}
