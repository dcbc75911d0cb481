import type { TestProject } from 'vitest/node'
import { serveRest } from './serve-rest.ts'

/** Serves tables, files and sign-in over HTTP for as long as the tests run, and tells them where. */
export default async function provideServed(project: TestProject) {
  const { url, close } = await serveRest()
  project.provide('servedUrl', url)
  return close
}

declare module 'vitest' {
  interface ProvidedContext {
    servedUrl: string
  }
}
