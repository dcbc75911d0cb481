import { allFakers } from '@faker-js/faker'
import { describe, expect, test } from 'vitest'
import { isAllowedNickname } from '#worker/limits/nickname-filter.ts'

type Names = { generic?: string[]; female?: string[]; male?: string[] } | null | undefined

const createList = (names: Names): string[] =>
  names ? [...(names.generic ?? []), ...(names.female ?? []), ...(names.male ?? [])] : []

/** Given and family names by country. */
const PEOPLE = Object.values(allFakers).map(({ rawDefinitions: { person } }) => ({
  given: createList(person?.first_name as Names),
  family: createList(person?.last_name as Names),
}))

/** Combines each given name and family name once into a full name of its country. */
function fullNames(): string[] {
  const seen = new Set<string>()
  return PEOPLE.flatMap(({ given, family }) =>
    Array.from({ length: given.length * family.length > 0 ? Math.max(given.length, family.length) : 0 }, (_, i) => {
      const [first, last] = [given[i % given.length]!, family[i % family.length]!]
      if (seen.has(first) && seen.has(last)) return null
      seen.add(first).add(last)
      return `${first} ${last}`
    }).filter((name) => name !== null),
  )
}

async function refused(names: Iterable<string>): Promise<string[]> {
  const found: string[] = []
  for (const name of names) if (!(await isAllowedNickname(name))) found.push(name)
  return found
}

describe('names of people', () => {
  test('accepts full names from every country', { timeout: 120_000 }, async () => {
    // Every third name, because all of them take seconds. The next test checks each name alone.
    const names = fullNames().filter((_, i) => i % 3 === 0)
    expect(names.length).toBeGreaterThan(6000)
    expect(await refused(names)).toEqual([])
  })

  test('rejects only the few single names that are also words', { timeout: 120_000 }, async () => {
    const alone = new Set(PEOPLE.flatMap(({ given, family }) => [...given, ...family]))
    expect((await refused(alone)).sort()).toEqual(['Abbos', 'Anal', 'Fu'])
  })

  test.each(
    [
      ['Ken Fukuda', 'Alan Cumming', 'Chris Cummings', 'Philip K. Dick', 'Focke', 'Analise', 'Andy Dick', 'Joe Cocker'],
      ['Dick Van Dyke', 'John Lee Hooker', 'Vladimir Fock', 'Harshit Patel', 'Anirudh Dikshit', 'Shitole', 'Li Fu'],
      [
        'Nguyen Van Phuc',
        'Bích Ngọc',
        'Anal Ghosh',
        'Kike Hernández',
        'Semenov',
        'Fagin',
        'Nazim',
        'Assmann',
        'Sexton',
      ],
      ['Annalena', 'Hanuš', 'Fuksová', 'Гліб', 'Сукачёв', 'Хуан', 'Негри', 'Twattle', 'Pornchai', 'Cummins', 'Rangga'],
    ].flat(),
  )('accepts the name %s', async (name) => expect(await isAllowedNickname(name)).toBe(true))
})

describe('words forbidden in nicknames', () => {
  test.each(
    [
      ['fuckıng', 'nıgger', 'ꞥigger', 'niqqer', 'faqqot', 's1ut', 'wh0re', 'k1ke', 'p3do', 'c00n', 'Fuk', 'fuk you'],
      ['sieg heil', 'Sieg  Heil', 'heil hitler', 'gas the jews', 'kill all jews', 'Lynch the Blacks', 'Adolf Hitler'],
      ['pedo', 'gook', 'coon', 'paki', 'хуй', 'пиздец', 'сука', 'Arschloch', 'Hurensohn', 'Blyat', 'puta'],
      ['visit porn.com', 'www.spam.ru', 'discord.gg/abc', 't.me/x', 'my site dot com', 'https://x.y'],
      ['Big Dick', 'Moist Dick', 'Suck My Dick', 'dickhead', 'dick69', 'bullshit', 'shitty', 'assholes', 'cocksucker'],
      ['cumshot', 'pussies', 'whores', 'Nazis', 'F.A.G', 'motherfucking', 'mindfuck', 'Dirty Kike', 'Anal Queen'],
    ].flat(),
  )('refuses the nickname %s', async (name) => expect(await isAllowedNickname(name)).toBe(false))

  test.each(['A.J. Green', 'Mr. T', 'St. Top', 'No. 7', 'Vol.2', 'Dr.Dre'])(
    'accepts %s, which is not a URL',
    async (name) => expect(await isAllowedNickname(name)).toBe(true),
  )
})
