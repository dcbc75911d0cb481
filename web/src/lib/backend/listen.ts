import type { Host } from '#shared/client/host.ts'
import type { Realtime } from '#shared/client/realtime.ts'
import type { Live } from '#web/lib/live.ts'

/** Delay after a first subscription fails. The client itself handles later losses. */
const RETRY_MS = 30_000

/** Reference-counted subscriptions: a channel stays subscribed while it has listeners. */
export function createLive(realtime: Pick<Realtime, 'channel'>, host: Pick<Host, 'after' | 'random'>): Live {
  const subscriptions = new Map<string, { listeners: number; leave: () => void }>()

  function subscribe(name: string, presence: 'count' | 'none') {
    const channel = realtime.channel(name)
    let stopRetry = () => {}
    let hasLeft = false
    const tryToSubscribe = () => {
      channel.subscribe({ presence }).catch(() => {
        if (!hasLeft) stopRetry = host.after(RETRY_MS * (1 + host.random()), tryToSubscribe)
      })
    }
    tryToSubscribe()
    const leave = () => {
      hasLeft = true
      stopRetry()
      channel.unsubscribe()
      subscriptions.delete(name)
    }
    const subscription = { listeners: 0, leave }
    subscriptions.set(name, subscription)
    return subscription
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
      const subscription = subscriptions.get(name) ?? subscribe(name, onPresence === null ? 'none' : 'count')
      subscription.listeners += 1
      if (channel.state() === 'subscribed') onState(true)
      return () => {
        for (const stop of stops) stop()
        subscription.listeners -= 1
        if (subscription.listeners === 0) subscription.leave()
      }
    },
  }
}
