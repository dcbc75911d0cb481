import { describe, expect, test } from 'vitest'
import { ARMOR_PROMPTS } from '#shared/domain/armor-prompts.ts'
import { ARMOR, ARMOR_GROUPS, getArmor } from '#shared/domain/armor.ts'
import { DIVISIONS, getTeam, getTeamById, TEAMS } from '#shared/domain/team.ts'
import { findOffenders } from '../../support/offenders.ts'

describe('the teams', () => {
  test('has 32 teams with distinct names, four in each of eight divisions', () => {
    expect(new Set(TEAMS.map(({ name }) => name)).size).toBe(32)
    expect(new Set(TEAMS.map(({ id }) => id)).size).toBe(32)
    for (const division of DIVISIONS) expect(TEAMS.filter((team) => team.division === division)).toHaveLength(4)
  })

  test('has two distinct colors with names for each team', async () => {
    const offenders = await findOffenders(
      TEAMS.map((team) => [team.name, team] as const),
      JSON.stringify,
      ([, team]) => {
        expect(team.primary).toMatch(/^#[0-9A-F]{6}$/)
        expect(team.secondary).toMatch(/^#[0-9A-F]{6}$/)
        expect(team.primary).not.toBe(team.secondary)
        const [first, second, ...rest] = team.description.split(' and ')
        expect([first, second].every((words) => words !== undefined && words.length > 2)).toBe(true)
        expect(first).not.toBe(second)
        expect(rest).toEqual([])
        expect(team.name.startsWith(team.city)).toBe(true)
      },
    )
    expect(offenders).toEqual([])
  })

  test('finds a team only by name and id', () => {
    expect(getTeam('Green Bay Packers')?.id).toBe('green-bay-packers')
    expect(getTeamById('green-bay-packers')?.name).toBe('Green Bay Packers')
    expect(getTeam('green bay packers')).toBeNull()
    expect(getTeam('constructor')).toBeNull()
  })
})

describe('the armor', () => {
  test('has thirty items of gear starting with none, each with its own id, label and prompt', () => {
    expect(ARMOR).toHaveLength(30)
    expect(ARMOR[0]).toMatchObject({ id: 'none', label: 'None' })
    for (const property of ['id', 'label'] as const)
      expect(new Set(ARMOR.map((armor) => armor[property])).size).toBe(30)
    expect(ARMOR.every(({ group }) => ARMOR_GROUPS.includes(group))).toBe(true)
  })

  test('offers gear for the head, the face and the feet', async () => {
    const offenders = await findOffenders(
      ['War paint', 'Helmet', 'Party hat', 'Duck', 'Foam finger', 'Golden cleats', 'Propeller cap', 'Goggles'],
      JSON.stringify,
      (label) => expect(ARMOR.map((armor) => armor.label)).toContain(label),
    )
    expect(offenders).toEqual([])
  })

  test('uses no prompt that contains another item’s prompt', () => {
    const words = Object.values(ARMOR_PROMPTS)
    expect(words).toHaveLength(ARMOR.length)
    for (const one of words) expect(words.filter((other) => one.includes(other))).toEqual([one])
  })

  test('finds armor by id', () => {
    expect(getArmor('duck')?.label).toBe('Duck')
    expect(getArmor('tank')).toBeNull()
  })
})
