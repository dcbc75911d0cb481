import { describe, expect, test } from 'vitest'
import { settled } from '../../support/scripted-host.ts'
import { comeBack, idOf, listening, plain, said } from './listening.ts'

describe('after a loss', () => {
  test('what was missed is told first, from the last one on, page by page', async () => {
    const talking = await listening()
    const { history, requests, say, told } = talking
    say(said(1), said(2))
    history.all = [1, 2, 3, 4, 5, 6].map((n) => said(n))
    history.page = 2
    await comeBack(talking)
    say(said(7))
    await settled()
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(requests.map(({ url }) => new URL(url).searchParams.get('start'))).toEqual([2, 3, 4, 5].map(idOf))
  })

  test('what comes before the confirmation waits for what was missed', async () => {
    const talking = await listening()
    const { history, told } = talking
    talking.say(plain(1))
    talking.socket().lose()
    history.all = [1, 2].map((n) => plain(n))
    await talking.pass(2_000)
    talking.socket().open()
    talking.say(plain(3))
    expect(told).toEqual([1])
    talking.socket().say('subscribed', { channel: 'room' })
    await settled()
    expect(told).toEqual([1, 2, 3])
  })

  test('what a server that counts has said meanwhile is fetched, although it says nothing more', async () => {
    const talking = await listening({ seq: 0 })
    talking.say(said(1))
    talking.history.all = [1, 2, 3].map((n) => said(n))
    await comeBack(talking, { seq: 3 })
    expect([talking.requests.length, talking.told, talking.missed()]).toEqual([1, [1, 2, 3], 0])
  })

  test('nothing is asked of one that has said nothing meanwhile', async () => {
    const talking = await listening({ seq: 0 })
    talking.say(said(1))
    await comeBack(talking, { seq: 1 })
    talking.say(said(2))
    expect([talking.requests, talking.told, talking.missed()]).toEqual([[], [1, 2], 0])
  })

  test.each([
    ['in part', [900, 901]],
    ['at all', []],
  ])('what is not kept %s any longer is said to be missed, and the next one is told', async (_how, kept) => {
    const talking = await listening({ seq: 0 })
    talking.say(said(1))
    talking.history.all = kept.map((n) => said(n))
    await comeBack(talking, { seq: 901 })
    talking.say(said(902))
    await settled()
    expect([talking.told, talking.missed()]).toEqual([[1, ...kept, 902], 1])
  })

  test('before anything was said, history is asked from when the subscription began', async () => {
    const uncounted = await listening()
    uncounted.history.all = [plain(-5), plain(3)]
    await comeBack(uncounted)
    expect([uncounted.told, new URL(uncounted.requests[0]!.url).searchParams.get('start')]).toEqual([[3], idOf(0)])
  })

  test('history that fails in passing is asked again after one and two seconds', async () => {
    const talking = await listening()
    talking.say(said(1))
    talking.history.all = [said(1), said(2)]
    talking.history.failures = 2
    await comeBack(talking)
    talking.say(said(3))
    await talking.pass(1_000)
    expect(talking.told).toEqual([1])
    await talking.pass(2_000)
    expect([talking.told, talking.missed()]).toEqual([[1, 2, 3], 0])
  })

  test('history that cannot be had is given up, and said to be missing', async () => {
    const talking = await listening()
    talking.say(said(1))
    talking.history.failures = 99
    await comeBack(talking)
    talking.say(said(5))
    await talking.pass(3_000)
    expect([talking.told, talking.missed(), talking.requests.length]).toEqual([[1, 5], 1, 3])
    talking.say(said(6))
    expect(talking.told).toEqual([1, 5, 6])
  })

  test('what history no longer holds is said to be missing, once', async () => {
    const talking = await listening()
    talking.say(said(1))
    talking.history.all = [said(900), said(901)]
    await comeBack(talking)
    expect([talking.told, talking.missed()]).toEqual([[1, 900, 901], 1])
  })
})
