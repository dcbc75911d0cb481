import type { Cancel, Page } from './page.ts'

export type { Cancel }

/** A WebSocket with text frames. Frames sent before it opens, or after it closes, are lost. */
export type Socket = {
  readonly send: (text: string) => void
  /** No events follow. */
  readonly close: () => void
}

export type SocketEvents = {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  /** Called once, however the socket ended, even if it never opened. */
  readonly onClose: () => void
}

/**
 * The client's environment, apart from `fetch`. The same code runs in a page, in a Worker and in Node, and a test
 * injects a fake clock and network.
 */
export type Host = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A random number in [0, 1). */
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
 * Creates the host of any runtime that has `WebSocket`.
 *
 * @param options the page and the wake signal, where the runtime has them
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
  let isListening = true
  socket.addEventListener('open', () => {
    if (isListening) events.onOpen()
  })
  socket.addEventListener('message', ({ data }) => {
    if (isListening && typeof data === 'string') events.onText(data)
  })
  socket.addEventListener('close', () => {
    if (isListening) events.onClose()
    isListening = false
  })
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close() {
      isListening = false
      // Browsers log an error when a socket is closed before it opens.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
      else socket.close()
    },
  }
}
