import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions, PlaywrightTestConfig } from '@playwright/test'
import { settingsOf } from '../../support/ai-stand-ins.ts'
import { freePort } from './ports.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Three times what a cold start takes on two cores that other work shares. */
const START_MS = 240_000
/** The config is loaded again in every worker, which has to find the same hosts. */
const VARIABLE = 'E2E_HOSTS'

export const ADMIN = 'admin@example.com'
/** Admins for journeys that run side by side: each signs in by the newest link that it was mailed. */
export const ADMINS = Array.from({ length: 4 }, (_, i) => `admin-${i}@example.com`)

/** The site's registration at the identity service of the journeys. */
export const IDENTITY_CLIENT = { id: 'fantasy-cards', secret: 'a-secret-of-this-machine-alone', name: 'Fan Club' }

/** One running server. */
export type Host = {
  url: string
  port: number
  /** wrangler's own choice may be the same for servers that start at the same time. */
  inspectorPort: number
  dataDir: string
}

/** Every address of a run. A port without a data directory is listened on by a fixture, not by a server of ours. */
export type Hosts = {
  /** Plain settings, and cards in its Hall. */
  site: Host
  /** AI and web data come from stand-ins on this machine. */
  standIns: Host
  /** A backend, and an edge that reaches it over HTTP. */
  core: Host
  edge: Host
  identityPort: number
  partnerPort: number
  /** Where the stand-ins project serves the front end of a guide. */
  frontEndPort: number
  aiPort: number
  webPort: number
  /** Where the stand-ins project starts the browser that pictures pages. */
  debuggingPort: number
  browser: LaunchOptions
}

type Settings = Record<string, string>

/** The addresses that this run uses; only inside a run. */
export function readHosts(): Hosts {
  const told = process.env[VARIABLE]
  if (told === undefined) throw new Error('The journeys run through `npm run test:e2e`')
  return JSON.parse(told) as Hosts
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

/** Only the servers of the projects that run: `E2E_PROJECTS` names them, separated by commas. */
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
          // Each page is on a gateway of its own.
          REALTIME_SOCKETS_PER_GATEWAY: '1',
          DATA_ALLOW_LOOPBACK: 'true',
          DATA_RESOLVER_URL: `${web}/dns`,
          BROWSER_CDP_URL: `http://127.0.0.1:${debuggingPort}`,
          ...settingsOf('openai', (name) => `http://127.0.0.1:${aiPort}/${name}`),
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
      // A server that takes SIGTERM ends its own process group.
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
