import { AI_TASKS, aiSettingsOf, AiVars } from '../../worker/settings/ai.ts'
import { DataVars, dataSettingsOf } from '../../worker/settings/data.ts'

const TIMEOUT_MS = 20_000

/**
 * @typedef {{ name: string, url: string, init?: RequestInit, accepts?: (status: number, body: string) => boolean }} Call
 * @typedef {{ name: string, ok: boolean, said: string }} Outcome
 */

const bearer = (key) => (key === null ? {} : { headers: { authorization: `Bearer ${key}` } })

/** The call of each AI service that costs least: it lists models or says whose key it is, and buys nothing. */
const AI_CALLS = {
  openai: ({ baseUrl, key }) => ({ url: `${baseUrl}/models`, init: bearer(key) }),
  'openai-compatible': ({ baseUrl, key }) => ({ url: `${baseUrl}/models`, init: bearer(key) }),
  google: ({ baseUrl, key }) => ({ url: `${baseUrl}/models?pageSize=1`, init: { headers: { 'x-goog-api-key': key } } }),
  anthropic: ({ baseUrl, key }) => ({
    url: `${baseUrl}/models?limit=1`,
    init: { headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' } },
  }),
  replicate: ({ baseUrl, key }) => ({ url: `${baseUrl}/account`, init: bearer(key) }),
}

const SEARCH_CALLS = {
  brave: ({ url, key }) => ({
    url: `${url ?? 'https://api.search.brave.com/res/v1'}/web/search?q=weather&count=1`,
    init: { headers: { 'x-subscription-token': key } },
  }),
  serper: ({ url, key }) => ({
    url: `${url ?? 'https://google.serper.dev'}/search`,
    init: {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ q: 'weather', num: 1 }),
    },
  }),
  searxng: ({ url }) => ({ url: `${url}/search?q=weather&format=json` }),
}

/**
 * The smallest call to each service that is configured. Services without a call that buys nothing are left out.
 *
 * @param {Record<string, string>} given settings and secrets by name; services whose key is not in it are left out
 * @returns {Call[]}
 */
export function liveCalls(given) {
  const ai = aiSettingsOf(AiVars.parse(given), 1)
  const data = dataSettingsOf(DataVars.parse(given), 1)
  const used = new Set(AI_TASKS.map((task) => ai.tasks[task].provider).filter((name) => AI_CALLS[name] !== undefined))
  const accounts = [...used].filter((name) => ai.accounts[name].key !== null || name === 'openai-compatible')
  const { search } = data
  const isSearchReady = search.provider !== null && (search.provider === 'searxng' || search.key !== null)
  return [
    ...(given.PUBLIC_URL ? [{ name: 'site', url: `${given.PUBLIC_URL.replace(/\/$/, '')}/health` }] : []),
    ...(given.BACKEND_CORE_URL
      ? [
          {
            name: 'backend',
            url: `${given.BACKEND_CORE_URL.replace(/\/$/, '')}/api/auth/me`,
            accepts: (status) => status === 401,
          },
        ]
      : []),
    ...(given.RESEND_API_KEY
      ? [
          {
            name: 'mail',
            url: `${(given.RESEND_URL || 'https://api.resend.com').replace(/\/$/, '')}/domains`,
            init: bearer(given.RESEND_API_KEY),
            // A key that may only send is refused here, by a name of its own.
            accepts: (status, body) => status === 200 || body.includes('restricted_api_key'),
          },
        ]
      : []),
    ...accounts.map((name) => ({ name: `AI (${name})`, ...AI_CALLS[name](ai.accounts[name]) })),
    ...(given.OIDC_DISCOVERY_URL ? [{ name: 'sign-in (OpenID Connect)', url: given.OIDC_DISCOVERY_URL }] : []),
    {
      name: 'resolver',
      url: `${data.resolverUrl}?name=example.com&type=A`,
      init: { headers: { accept: 'application/dns-json' } },
    },
    ...(isSearchReady ? [{ name: `search (${search.provider})`, ...SEARCH_CALLS[search.provider](search) }] : []),
  ]
}

/**
 * Makes the calls, one after the other.
 *
 * @param {Call[]} calls
 * @param {typeof fetch} send
 * @returns {Promise<Outcome[]>} what each said, without any key
 */
export async function makeCalls(calls, send = fetch) {
  const outcomes = []
  for (const call of calls) outcomes.push(await makeCall(call, send))
  return outcomes
}

/** What an answer that is not the expected one most often comes of. */
function meaningOf(status) {
  if (status === 401 || status === 403) return 'the key is refused; put the right one, or see what it may do'
  if (status === 402) return 'the account has nothing left to pay with'
  if (status === 404) return 'there is nothing at this address; look at its …_URL setting'
  if (status === 429) return 'too much was asked with this key; try again later'
  return status >= 500 ? 'it fails on its side; try again later' : 'it is not what this setting expects'
}

async function makeCall({ name, url, init, accepts = (status) => status >= 200 && status < 300 }, send) {
  try {
    const response = await send(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = await response.text()
    const { status } = response
    const ok = accepts(status, body)
    return { name, ok, said: ok ? `answered ${status}` : `answered ${status}: ${meaningOf(status)}` }
  } catch (thrown) {
    return { name, ok: false, said: `did not answer (${thrown.cause?.code ?? thrown.name})` }
  }
}
