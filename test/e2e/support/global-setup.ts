import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readHosts } from './hosts.ts'
import { createVisitor, makePublicCard } from './visitor.ts'

/** Two faces are bare and two are covered, so the lists do not show the same card four times. */
const SEEDED_ARMOR = ['duck', 'helmet', 'none', 'goggles']
const SEEDED_FILE = 'seeded-cards.json'

/** Publishes a few cards on the single-server site before the first test. */
export default async function seedCards(): Promise<void> {
  if (!(process.env['E2E_PROJECTS'] ?? 'site').split(',').includes('site')) return
  const { site } = readHosts()
  const ids: string[] = []
  for (const armor of SEEDED_ARMOR) {
    const visitor = createVisitor(site.url)
    await visitor.arrive()
    ids.push((await makePublicCard(visitor, { armor })).id)
  }
  writeFileSync(path.join(site.dataDir, SEEDED_FILE), JSON.stringify(ids))
}

/** IDs of the public cards that tests change only by votes and reports. */
export const readSeededCards = (dataDir: string): string[] =>
  JSON.parse(readFileSync(path.join(dataDir, SEEDED_FILE), 'utf8')) as string[]
