import type { Host } from '#shared/client/host.ts'
import type { Realtime } from '#shared/client/realtime.ts'
import type { Live } from '#web/lib/live.ts'

/** After a channel could not be had at all; one that breaks later is taken care of by the client. */
const RETRY_MS = 30_000

/** Reference-counted subscriptions: a channel is held while it has listeners, and requested again with a retry delay. */
export function createLive(realtime: Pick<Realtime, 'channel'>, host: Pick<Host, 'after' | 'random'>): Live {
  const held = new Map<string, { listeners: number; leave: () => void }>()

  function hold(name: string, presence: 'count' | 'none') {
    const channel = realtime.channel(name)
    let stopRetry = () => {}
    let isLeft = false
    const ask = () => {
      channel.subscribe({ presence }).catch(() => {
        if (!isLeft) stopRetry = host.after(RETRY_MS * (1 + host.random()), ask)
      })
    }
    ask()
    const leave = () => {
      isLeft = true
      stopRetry()
      channel.unsubscribe()
      held.delete(name)
    }
    const holding = { listeners: 0, leave }
    held.set(name, holding)
    return holding
  }

  return {
    listen(name, { onMessage, onPresence, onState, onMissed }) {
      const channel = realtime.channel(name)
      const stops = [
        channel.onMessage(({ type, data }) => onMessage(type, data)),
        channel.onPresence((_, count) => onPresence?.(count)),
        channel.onState((state) => onState(state === 'subscribed')),
        channel.onMissed(onMissed),
      ]
      const holding = held.get(name) ?? hold(name, onPresence === null ? 'none' : 'count')
      holding.listeners += 1
      if (channel.state() === 'subscribed') onState(true)
      return () => {
        for (const stop of stops) stop()
        holding.listeners -= 1
        if (holding.listeners === 0) holding.leave()
      }
    },
  }
}
