import type { Cancel, Host, Socket } from '../host.ts'
import type { AppError } from '../errors.ts'
import { HEARTBEAT_INTERVAL_MS, REALTIME_TIMEOUT_MS } from '../limits.ts'
import { REALTIME_FAILURE } from './failure.ts'
import { PING, readFrame, type ServerFrame } from './frames.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'

export type ConnectionOptions = {
  readonly host: Host
  /** Called for each attempt. */
  readonly url: () => string
  readonly onOpen: () => void
  readonly onFrame: (frame: ServerFrame) => void
  /** Called when the socket closes or cannot be opened. The connection then reconnects with backoff while needed. */
  readonly onLost: (failure: AppError) => void
  /** True if any channel needs the connection. */
  readonly isNeeded: () => boolean
}

export type Connection = ReturnType<typeof createConnection>

/** A client's only socket. It opens when needed, sends heartbeats, and reconnects while it is needed. */
export function createConnection({ host, url, onOpen, onFrame, onLost, isNeeded }: ConnectionOptions) {
  let socket: Socket | null = null
  let isOpen = false
  let attempt = 0
  /** True if this server answers pings. Otherwise its silence means nothing. */
  let answersPings = false
  let timer: Cancel = () => {}
  let silence: Cancel = () => {}
  let stopWaking: Cancel | null = null

  function open() {
    timer()
    timer = host.after(REALTIME_TIMEOUT_MS, () => lose(REALTIME_FAILURE.connectionTimeout()))
    try {
      socket = host.openSocket(url(), { onOpen: handleOpen, onText: handleText, onClose: handleClose })
    } catch {
      handleClose()
    }
  }

  const handleClose = () => lose(REALTIME_FAILURE.connectionClosed())

  function handleOpen() {
    isOpen = true
    scheduleHeartbeat()
    onOpen()
  }

  function scheduleHeartbeat() {
    timer()
    timer = host.after(HEARTBEAT_INTERVAL_MS, () => {
      // A publish without a subscription also opens the connection. It closes here once idle.
      if (!isNeeded()) return close()
      socket?.send(PING)
      silence()
      if (answersPings) silence = host.after(REALTIME_TIMEOUT_MS, handleClose)
      scheduleHeartbeat()
    })
  }

  function handleText(text: string) {
    silence()
    const frame = readFrame(text)
    if (frame?.type === 'pong') answersPings = true
    else if (frame !== null) onFrame(frame)
  }

  function lose(failure: AppError) {
    closeSocket()
    onLost(failure)
    if (socket !== null || !isNeeded()) return
    attempt += 1
    timer = host.after(reconnectDelayMs(attempt, host.random()), open)
  }

  function closeSocket() {
    timer()
    silence()
    const old = socket
    socket = null
    isOpen = false
    answersPings = false
    old?.close()
  }

  function close() {
    closeSocket()
    attempt = 0
    stopWaking?.()
    stopWaking = null
  }

  /** Connects now, without waiting for a backoff. */
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
    /** Resets the backoff once the connection works. */
    resetBackoff: () => void (attempt = 0),
    /** Closes a connection that misbehaves, and reconnects like after a loss. */
    drop: lose,
    /** Closes the connection if no channel needs it. */
    release() {
      if (!isNeeded()) close()
    },
    close,
  }
}
