import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hostileOrigins } from '../../support/hostile-addresses.ts'
import { NO_CODES, NO_OBJECTS, WRONG_MEMBERS, wrongTexts } from '../../support/hostile-responses.ts'
import { flushPromises } from '../../support/scripted-host.ts'
import { createScriptedPeer } from '../../support/scripted-page.ts'
import { createTable, describeError, HERE, isUntouched, SITE, VERIFICATION } from './hostile-table.ts'
import { AUTH, createSignInBrowser, type SigningIn } from './signing-in.ts'
import { trackPromise } from './talking.ts'

const table = createTable()
afterAll(() => expect(table.cases()).toBeGreaterThan(500))

describe('a sign-in window', () => {
  let world: SigningIn
  beforeEach(() => (world = createSignInBrowser()))

  /** Opens a pop-up, sends it one message, and checks that it was rejected with this code without side effects. */
  async function isRefused(change: object, code: string, message: RegExp, origin = AUTH): Promise<unknown> {
    const tab = world.open({ mode: 'headless' }, HERE)
    const asking = trackPromise(tab.auth.signInWithProvider('oidc'))
    const popup = tab.seen.popups[0]!
    const state = popup.address.searchParams.get('state')
    const good = { type: 'BLINK_AUTH_TOKENS', ...world.server.issue('u1'), projectId: 'p1', state }
    popup.tell({ ...good, ...change }, origin)
    await flushPromises()
    const was = asking.isOver ? describeError(asking.error ?? {}) : { code: 'waits', message: '' }
    popup.isClosed = true
    await world.pass(1_000)
    const isRight = was.code === code && message.test(was.message) && isUntouched(world, tab)
    tab.auth.close()
    return isRight || was
  }

  test('ignores a pop-up’s messages from any other origin', async () => {
    const origins = hostileOrigins(AUTH)
    expect(origins.length).toBeGreaterThan(170)
    const quiet = (origin: string) => isRefused({}, 'waits', /^$/, origin)
    await table.allHold([...origins, SITE, 'http://localhost:3000', 'http://127.0.0.1:8787'], quiet)
  })

  test('rejects a pop-up’s message with another state or project', async () => {
    const state = (value: unknown) => isRefused({ state: value }, VERIFICATION, /^State mismatch$/)
    await table.allHold(wrongTexts('a'.repeat(32)), state)
    const project = (value: unknown) => isRefused({ projectId: value }, VERIFICATION, /^Project ID mismatch$/)
    await table.allHold(wrongTexts('p1'), project)
    const type = (value: unknown) => isRefused({ type: value }, 'waits', /^$/)
    await table.allHold(wrongTexts('BLINK_AUTH_TOKENS'), type)
  })

  test('rejects malformed tokens from a pop-up', async () => {
    const member = ([name, value]: (typeof WRONG_MEMBERS)[number]) =>
      isRefused({ [name]: value }, VERIFICATION, /^Verification failed/)
    await table.allHold(WRONG_MEMBERS, member)
  })

  test('replaces an unknown error code from a pop-up with our own message', async () => {
    const failure = (code: unknown) =>
      isRefused(
        { type: 'BLINK_AUTH_ERROR', code, message: 'Call 555' },
        'auth NETWORK_ERROR',
        /^Network error\. Please check/,
      )
    await table.allHold(NO_CODES, failure)
  })
})

describe('messages from the parent page', () => {
  const tokens = { access_token: 'u1-1', refresh_token: 'u1-r1', expires_in: 900, refresh_expires_in: 2_592_000 }
  const good = { type: 'BLINK_AUTH_TOKENS', projectId: 'p1', tokens }

  /** Sends the message during the request and again afterwards. */
  async function isIgnored(message: unknown, origin = AUTH): Promise<unknown> {
    const world = createSignInBrowser()
    world.server.issue('u1')
    const parent = createScriptedPeer()
    const tab = world.open({}, HERE, parent)
    parent.tell(message, origin)
    await world.pass(100)
    parent.tell(message, origin)
    await flushPromises()
    return isUntouched(world, tab) || tab.auth.state()
  }

  test('signs in with tokens from its parent’s own origin, so that the rejections are meaningful', async () => {
    expect(await isIgnored(good)).toMatchObject({ user: { id: 'u1' } })
  })

  test('ignores a parent’s messages from any other origin', async () => {
    const origins = [...hostileOrigins(AUTH), ...hostileOrigins('http://localhost:3000'), SITE, 'https://localhost']
    await table.allHold(origins, (origin) => isIgnored(good, origin))
  })

  test('ignores malformed tokens, and another project’s, from a parent', async () => {
    const shape = (given: unknown) => isIgnored({ ...good, tokens: given })
    await table.allHold(NO_OBJECTS, shape)
    await table.allHold(NO_OBJECTS, (message) => isIgnored(message))
    const member = ([name, value]: (typeof WRONG_MEMBERS)[number]) => shape({ ...tokens, [name]: value })
    // A missing type and lifetime have defaults.
    await table.allHold(WRONG_MEMBERS, member)
    const others = wrongTexts('p1').filter((project) => project !== undefined && project !== null)
    await table.allHold(others, (projectId) => isIgnored({ ...good, projectId }))
  })
})
