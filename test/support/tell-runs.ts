import fc, { type RunDetails } from 'fast-check'
import { tellAttempts } from './tell-attempts.ts'

const tell = ({ numRuns }: RunDetails<unknown>) => tellAttempts(numRuns)

// Every property that was tried says how often. In the place of the usual reporter, which throws what a failure says.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  reporter(details) {
    tell(details)
    if (details.failed) throw new Error(fc.defaultReportMessage(details))
  },
  async asyncReporter(details) {
    tell(details)
    if (details.failed) throw new Error(await fc.asyncDefaultReportMessage(details))
  },
})
