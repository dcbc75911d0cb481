/** `npm run test:e2e`: runs the browser journeys. Passes arguments to Playwright: `-- contact` or `-- --grep @smoke`. */
import { run, toolEnv } from './env.mjs'
import { prepare } from './prepare.mjs'

await prepare()
const args = ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list', ...process.argv.slice(2)]
const { code } = await run('playwright', args, { show: true, env: toolEnv() })
process.exit(code)
