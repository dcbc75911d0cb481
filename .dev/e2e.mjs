/** `npm run test:e2e`: the journeys in a browser. Arguments go to Playwright, e.g. `-- contact` or `-- --grep @smoke`. */
import { run, toolEnv } from './env.mjs'
import { install } from './install.mjs'
import { buildWeb, writeDevVars } from './prepare.mjs'

await install()
writeDevVars()
await buildWeb()
const args = ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list', ...process.argv.slice(2)]
const { code } = await run('playwright', args, { show: true, env: toolEnv() })
process.exit(code)
