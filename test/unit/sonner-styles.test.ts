import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SONNER_STYLES } from '#worker/edge/pages/respond-with-page.ts'

const computeHash = async (text: string) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

it('allows exactly the style element of the installed sonner', async () => {
  const source = readFileSync('node_modules/sonner/dist/index.mjs', 'utf8')
  const styles = [...source.matchAll(/^__insertCSS\((".*")\)/gm)].map(([, text]) => JSON.parse(text!) as string)
  expect(styles).toHaveLength(1)
  expect(await Promise.all(['', ...styles].map(computeHash))).toEqual(SONNER_STYLES)
})
