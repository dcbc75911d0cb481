import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

/** Provides the portrait to tests that run without a file system. */
export default function providePortrait(project: TestProject) {
  project.provide(
    'portrait',
    readFileSync(fileURLToPath(new URL('../fixtures/portrait.jpg', import.meta.url).href)).toString('base64'),
  )
}

declare module 'vitest' {
  interface ProvidedContext {
    portrait: string
  }
}
