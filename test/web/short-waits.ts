import { timeoutManager } from '@tanstack/react-query'

/** The longest wait that tests shorten: a retry, or a poll of a generation without pushed progress. */
const SHORT_MS = 1000
const FACTOR = 1 / 20

const shorten = (ms: number) => (ms <= SHORT_MS ? ms * FACTOR : ms)

// Screens under test would otherwise retry and poll in real time. Other timers of TanStack Query keep their delays.
timeoutManager.setTimeoutProvider<ReturnType<typeof setTimeout>>({
  setTimeout: (callback, ms) => setTimeout(callback, shorten(ms)),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, ms) => setInterval(callback, shorten(ms)),
  clearInterval: (timer) => clearInterval(timer),
})
