import { describe, expect, it } from 'vitest'
import { DeliveryBudget, DELIVERED } from '#worker/realtime/gateway/delivery-budget.ts'
import { Outbox, UNREAD_MAX_BYTES, UNREAD_MAX_BYTES_OF_NETWORK } from '#worker/realtime/gateway/outbox.ts'

const MEGABYTE = 1024 * 1024

type Fake = WebSocket & { sent: number; ended: number | null; network: string; pingedAt: number }

function fakeSocket(network = 'n'): Fake {
  const socket = {
    readyState: WebSocket.OPEN as number,
    network,
    sent: 0,
    ended: null as number | null,
    pingedAt: 0,
    send: () => void socket.sent++,
    close(code: number) {
      socket.ended = code
      socket.readyState = WebSocket.CLOSING
    },
  }
  return socket as unknown as Fake
}

function createGateway() {
  const time = { now: 1000 }
  const closed: WebSocket[] = []
  const outbox = new Outbox({
    getNetwork: (socket) => (socket as Fake).network,
    pingedAt: (socket) => (socket as Fake).pingedAt,
    clock: () => time.now,
    onClosed: (socket) => void closed.push(socket),
  })
  return { time, closed, outbox }
}

describe('sockets without pings', () => {
  it('closes a socket without pings with 1013 after 8 MB, once', () => {
    const { outbox, closed } = createGateway()
    const socket = fakeSocket()
    for (let n = 0; n < 8; n++) outbox.send(socket, 'x'.repeat(MEGABYTE))
    expect([socket.sent, socket.ended]).toEqual([UNREAD_MAX_BYTES / MEGABYTE, null])
    for (let n = 0; n < 3; n++) outbox.send(socket, 'x')
    expect([socket.sent, socket.ended, closed.length]).toEqual([8, 1013, 1])
  })

  it('measures the outbox in bytes', () => {
    const { outbox } = createGateway()
    const socket = fakeSocket()
    for (let n = 0; n < 3; n++) outbox.send(socket, '球'.repeat(MEGABYTE))
    expect([socket.sent, socket.ended]).toEqual([2, 1013])
  })

  it('limits all sockets of a network to 32 MB in total', () => {
    const { outbox } = createGateway()
    const silent = Array.from({ length: 10 }, () => fakeSocket())
    const other = fakeSocket('m')
    for (let n = 0; n < 4; n++) for (const socket of [...silent, other]) outbox.send(socket, 'x'.repeat(MEGABYTE))
    const sent = silent.reduce((sum, socket) => sum + socket.sent, 0)
    expect(sent).toBeLessThanOrEqual(40)
    expect(silent.some(({ ended }) => ended === 1013)).toBe(true)
    const held = silent.filter(({ ended }) => ended === null).reduce((sum, socket) => sum + socket.sent, 0)
    expect(held * MEGABYTE).toBeLessThanOrEqual(UNREAD_MAX_BYTES_OF_NETWORK)
    expect([other.sent, other.ended]).toEqual([4, null])
  })

  it('resets the outbox on a ping of the socket', () => {
    const { outbox, time } = createGateway()
    const socket = fakeSocket()
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 8; n++) outbox.send(socket, 'x'.repeat(MEGABYTE))
      socket.pingedAt = ++time.now
    }
    expect([socket.sent, socket.ended]).toEqual([32, null])
  })
})

describe('the delivery budget', () => {
  it.each(['network', 'channel'] as const)(
    'limits delivered bytes per %s, and refills the budget over time',
    (shared) => {
      const time = { now: 0 }
      const budget = new DeliveryBudget(() => time.now)
      let other = 0
      const take = (bytes: number) => {
        const own = { network: `n${other}`, channel: `c${other}` }
        other++
        return budget.take({ ...own, [shared]: 'same' }, bytes, 1)
      }
      expect(take(DELIVERED.burst)).toBe(true)
      expect(take(1)).toBe(false)
      expect(budget.take({ network: 'else', channel: 'elsewhere' }, DELIVERED.burst, 1)).toBe(true)
      time.now += 1000
      expect([take(DELIVERED.perSecond), take(1)]).toEqual([true, false])
    },
  )

  it('charges neither budget when one is empty', () => {
    const budget = new DeliveryBudget(() => 0)
    expect(budget.take({ network: 'a', channel: 'c' }, DELIVERED.burst, 1)).toBe(true)
    for (let n = 0; n < 5; n++) expect(budget.take({ network: 'b', channel: 'c' }, DELIVERED.burst, 1)).toBe(false)
    expect(budget.take({ network: 'b', channel: 'd' }, DELIVERED.burst, 1)).toBe(true)
  })
})
