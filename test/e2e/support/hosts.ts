import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions, PlaywrightTestConfig } from '@playwright/test'
import { createSettings } from '../../support/ai-stand-ins.ts'
import { freePort } from './ports.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Three times a cold start on two shared cores. */
const START_MS = 240_000
/** Every worker loads the config again and must find the same hosts. */
const VARIABLE = 'E2E_HOSTS'

export const ADMIN = 'admin@example.com'
/** Admins for tests that run in parallel: each signs in with the newest link mailed to them. */
export const ADMINS = Array.from({ length: 4 }, (_, i) => `admin-${i}@example.com`)

/** The site's client registration at the tests' identity provider. */
export const IDENTITY_CLIENT = { id: 'fantasy-cards', secret: 'a-secret-of-this-machine-alone', name: 'Fan Club' }

/** One running server. */
export type Host = {
  url: string
  port: number
  /** wrangler's default may collide for servers that start at the same time. */
  inspectorPort: number
  dataDir: string
}

/** Every address of a run. Fixtures, not our servers, listen on ports without a data directory. */
export type Hosts = {
  /** Default settings, and cards in its Hall. */
  site: Host
  /** AI and web data come from local stand-ins. */
  standIns: Host
  /** A backend, and an edge that reaches it over HTTP. */
  core: Host
  edge: Host
  identityPort: number
  partnerPort: number
  /** The port at which the stand-ins project serves a guide's front end. */
  frontEndPort: number
  aiPort: number
  webPort: number
  /** The port of the browser that the stand-ins project starts for screenshots. */
  debuggingPort: number
  browser: LaunchOptions
}

type Settings = Record<string, string>

/** The addresses of this run; only available inside a run. */
export function readHosts(): Hosts {
  const given = process.env[VARIABLE]
  if (given === undefined) throw new Error('The journeys run through `npm run test:e2e`')
  return JSON.parse(given) as Hosts
}

/** Chooses ports and directories once per run, and describes the servers that the run needs. */
export async function prepareHosts(): Promise<{
  browser: LaunchOptions
  servers: NonNullable<PlaywrightTestConfig['webServer']>
}> {
  if (process.env[VARIABLE] === undefined) process.env[VARIABLE] = JSON.stringify(await chooseHosts())
  const hosts = readHosts()
  return { browser: hosts.browser, servers: listServers(hosts) }
}

async function chooseHosts(): Promise<Hosts> {
  const { findBrowser } = (await import(new URL('../../../.dev/browser.mjs', import.meta.url).href)) as {
    findBrowser: () => Promise<{ executablePath: string; args: string[] }>
  }
  const host = async (): Promise<Host> => {
    const port = await freePort()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'cards-e2e-'))
    return { url: `http://127.0.0.1:${port}`, port, inspectorPort: await freePort(), dataDir }
  }
  return {
    site: await host(),
    standIns: await host(),
    core: await host(),
    edge: await host(),
    identityPort: await freePort(),
    partnerPort: await freePort(),
    frontEndPort: await freePort(),
    aiPort: await freePort(),
    webPort: await freePort(),
    debuggingPort: await freePort(),
    browser: await findBrowser(),
  }
}

/** Only the servers of the selected projects: `E2E_PROJECTS` lists them, separated by commas. */
function listServers(hosts: Hosts): { command: string; url: string }[] {
  const { site, standIns, core, edge, identityPort, partnerPort, frontEndPort, aiPort, webPort, debuggingPort } = hosts
  const plain = { LIMITS: 'relaxed', ADMIN_EMAILS: [ADMIN, ...ADMINS].join(',') }
  const web = `http://127.0.0.1:${webPort}`
  const servers: Record<string, [Host, Settings][]> = {
    site: [
      [
        site,
        {
          ...plain,
          ALLOWED_ORIGINS: `http://partner.localhost:${partnerPort}`,
          OIDC_CLIENT_ID: IDENTITY_CLIENT.id,
          OIDC_CLIENT_SECRET: IDENTITY_CLIENT.secret,
          OIDC_DISCOVERY_URL: `http://127.0.0.1:${identityPort}`,
          OIDC_NAME: IDENTITY_CLIENT.name,
        },
      ],
    ],
    'stand-ins': [
      [
        standIns,
        {
          ...plain,
          ALLOWED_ORIGINS: `http://127.0.0.1:${frontEndPort}`,
          // Each page uses its own gateway.
          REALTIME_SOCKETS_PER_GATEWAY: '1',
          DATA_ALLOW_LOOPBACK: 'true',
          DATA_RESOLVER_URL: `${web}/dns`,
          BROWSER_CDP_URL: `http://127.0.0.1:${debuggingPort}`,
          ...createSettings('openai', (name) => `http://127.0.0.1:${aiPort}/${name}`),
        },
      ],
    ],
    'two-hosts': [
      [core, plain],
      [edge, { ...plain, BACKEND_CORE_URL: core.url }],
    ],
  }
  const wanted = process.env['E2E_PROJECTS']?.split(',') ?? Object.keys(servers)
  return Object.entries(servers)
    .filter(([project]) => wanted.includes(project))
    .flatMap(([, hostsOfProject]) => hostsOfProject)
    .map(([{ url, port, inspectorPort, dataDir }, settings]) => ({
      command: 'node .dev/start.mjs',
      url: `${url}/api/config`,
      cwd: ROOT,
      timeout: START_MS,
      // A server that receives SIGTERM ends its own process group.
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      stdout: 'ignore',
      stderr: 'ignore',
      env: {
        ...(process.env as Settings),
        PORT: String(port),
        INSPECTOR_PORT: String(inspectorPort),
        DATA_DIR: dataDir,
        ...settings,
      },
    }))
}
