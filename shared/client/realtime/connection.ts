import type { Cancel, Host, Socket } from '../host.ts'
import type { AppError } from '../errors.ts'
import { HEARTBEAT_INTERVAL_MS, REALTIME_TIMEOUT_MS } from '../limits.ts'
import { REALTIME_FAILURE } from './failure.ts'
import { PING, readFrame, type ServerFrame } from './frames.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'

export type ConnectionOptions = {
  readonly host: Host
  /** Asked for at each attempt. */
  readonly url: () => string
  readonly onOpen: () => void
  readonly onFrame: (frame: ServerFrame) => void
  /** It closed or could not be opened. Reconnects with backoff while a channel needs it. */
  readonly onLost: (failure: AppError) => void
  /** True if any channel needs the connection: without one it does not reconnect. */
  readonly isNeeded: () => boolean
}

export type Connection = ReturnType<typeof createConnection>

/** The one socket of a client: opened when needed, kept alive, and opened again for as long as it is needed. */
export function createConnection({ host, url, onOpen, onFrame, onLost, isNeeded }: ConnectionOptions) {
  let socket: Socket | null = null
  let isOpen = false
  let attempt = 0
  /** True if this server answers pings: only then its silence says something. */
  let answersPings = false
  let timer: Cancel = () => {}
  let silence: Cancel = () => {}
  let stopWaking: Cancel | null = null

  function open() {
    timer()
    timer = host.after(REALTIME_TIMEOUT_MS, () => lose(REALTIME_FAILURE.connectionTimeout()))
    try {
      socket = host.openSocket(url(), { onOpen: opened, onText: heard, onClose: closed })
    } catch {
      closed()
    }
  }

  const closed = () => lose(REALTIME_FAILURE.connectionClosed())

  function opened() {
    isOpen = true
    beat()
    onOpen()
  }

  function beat() {
    timer()
    timer = host.after(HEARTBEAT_INTERVAL_MS, () => {
      // A publish may open the connection of a client without subscriptions; it closes when idle.
      if (!isNeeded()) return close()
      socket?.send(PING)
      silence()
      if (answersPings) silence = host.after(REALTIME_TIMEOUT_MS, closed)
      beat()
    })
  }

  function heard(text: string) {
    silence()
    const frame = readFrame(text)
    if (frame?.type === 'pong') answersPings = true
    else if (frame !== null) onFrame(frame)
  }

  function lose(failure: AppError) {
    shut()
    onLost(failure)
    if (socket !== null || !isNeeded()) return
    attempt += 1
    timer = host.after(reconnectDelayMs(attempt, host.random()), open)
  }

  function shut() {
    timer()
    silence()
    const old = socket
    socket = null
    isOpen = false
    answersPings = false
    old?.close()
  }

  function close() {
    shut()
    attempt = 0
    stopWaking?.()
    stopWaking = null
  }

  /** Connects now unless it is open, cutting a backoff short. */
  function need() {
    stopWaking ??= host.onWake(wake)
    if (socket === null) open()
  }

  const wake = () => {
    if (socket === null && isNeeded()) open()
  }

  return {
    need,
    isOpen: () => isOpen,
    send: (text: string) => socket?.send(text),
    /** It serves: the next loss begins with the shortest wait again. */
    settle: () => void (attempt = 0),
    /** Gives up a connection that does not answer as it should; it is opened again like one that was lost. */
    drop: lose,
    /** A channel has left: without others the connection closes. */
    release() {
      if (!isNeeded()) close()
    },
    close,
  }
}
