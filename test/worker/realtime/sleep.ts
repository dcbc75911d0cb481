import { evictDurableObject, listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import type { RealtimeChannelBase } from '#worker/realtime/channel/channel.ts'
import type { RealtimeGatewayBase } from '#worker/realtime/gateway/gateway.ts'
import { SHARD_COUNTS } from '#worker/realtime/gateway/gateway-sharding.ts'
import { testEnv } from '../../support/env.ts'

export const channelStub = (name: string) =>
  testEnv().CHANNELS.get(testEnv().CHANNELS.idFromName(name)) as DurableObjectStub<RealtimeChannelBase>
export const gatewayStub = (name: string) =>
  testEnv().GATEWAYS.get(testEnv().GATEWAYS.idFromName(name)) as DurableObjectStub<RealtimeGatewayBase>

/** Hibernates an object: it loses its memory, and its sockets stay open. @returns whether it was awake */
async function sleep(stub: DurableObjectStub): Promise<boolean> {
  try {
    await evictDurableObject(stub, { webSockets: 'hibernate' })
    return true
  } catch (thrown) {
    if (String(thrown).includes('not currently running')) return false
    throw thrown
  }
}

/** Returns the names of all gateways that exist. */
async function gatewayNames(): Promise<string[]> {
  const { GATEWAYS } = testEnv()
  const known = new Set((await listDurableObjectIds(GATEWAYS)).map(String))
  const names = Array.from({ length: SHARD_COUNTS.at(-1)! }, (_, index) => String(index))
  return names.filter((name) => known.has(GATEWAYS.idFromName(name).toString()))
}

/** Returns the gateways that hold sockets, with their number. Asking wakes them. */
export async function occupiedGateways(): Promise<Map<string, number>> {
  const results = (await gatewayNames()).map(async (name): Promise<[string, number]> => [
    name,
    await runInDurableObject(gatewayStub(name), (_, state) => state.getWebSockets().length),
  ])
  return new Map((await Promise.all(results)).filter(([, sockets]) => sockets > 0))
}

/** @returns how many of these channels and of the gateways were awake */
export async function sleepAll(channels: readonly string[]): Promise<number> {
  return (await sleepChannels(channels)) + (await sleepGateways())
}

export async function sleepChannels(names: readonly string[]): Promise<number> {
  const slept = await Promise.all(names.map((name) => sleep(channelStub(name))))
  return slept.filter(Boolean).length
}

export async function sleepGateways(): Promise<number> {
  const slept = await Promise.all((await gatewayNames()).map((name) => sleep(gatewayStub(name))))
  return slept.filter(Boolean).length
}
