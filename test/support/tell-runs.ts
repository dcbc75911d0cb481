import fc from 'fast-check'
import { tellAttempts } from './tell-attempts.ts'

// Every property that was tried says how often. In the place of the usual reporter, which throws what a failure says.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  async asyncReporter(details) {
    tellAttempts(details.numRuns)
    if (details.failed) throw new Error(await fc.asyncDefaultReportMessage(details))
  },
})
