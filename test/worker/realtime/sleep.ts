import { evictDurableObject, listDurableObjectIds } from 'cloudflare:test'
import { testEnv } from '../../support/env.ts'

/** Objects of realtime lose their memory, as if nothing had been said for a while. Sockets stay. */
async function sleep(namespace: DurableObjectNamespace, ids: readonly DurableObjectId[]): Promise<void> {
  for (const id of ids)
    // One that sleeps already cannot be put to sleep.
    await evictDurableObject(namespace.get(id), { webSockets: 'hibernate' }).catch(() => {})
}

export const sleepChannels = (names: readonly string[]): Promise<void> => {
  const { CHANNELS } = testEnv()
  return sleep(
    CHANNELS,
    names.map((name) => CHANNELS.idFromName(name)),
  )
}

export async function sleepGateways(): Promise<void> {
  const { GATEWAYS } = testEnv()
  await sleep(GATEWAYS, await listDurableObjectIds(GATEWAYS))
}

export async function sleepAll(): Promise<void> {
  const { CHANNELS } = testEnv()
  await sleep(CHANNELS, await listDurableObjectIds(CHANNELS))
  await sleepGateways()
}
