import { describe, expect, it } from 'vitest'
import { getInitials, getSeason, isLeagueCode, leaguePath } from '#shared/domain/league.ts'

describe('the initials of a league', () => {
  it.each([
    ['Sunday Night Gridiron', 'SNG'],
    ['  the   big  ones of tulsa ', 'TBO'],
    ['gridiron', 'G'],
    ['🏈 Kickers', 'K'],
    ['🏈👨‍👩‍👧 🏆', '🏈'],
    ['12 Angry Fans', '1AF'],
    ['Ünited états', 'ÜÉ'],
    ['', ''],
  ])('abbreviates %j to %j', (name, initials) => expect(getInitials(name)).toBe(initials))
})

describe('the season of a date', () => {
  it.each([
    ['2026-11-29', '2026'],
    ['2027-02-28', '2026'],
    ['2027-03-01', '2027'],
  ])('assigns %s to the season %s', (date, season) => expect(getSeason(Date.parse(date))).toBe(season))
})

describe('a league’s code', () => {
  it('accepts 22 base64url characters with two trailing bits as a league code', () => {
    expect(isLeagueCode('abcdefghij-_0123456789'.slice(0, 21) + 'A')).toBe(true)
    for (const text of [
      '',
      'A'.repeat(21),
      'A'.repeat(23),
      `${'A'.repeat(21)}B`,
      `${'A'.repeat(20)}+A`,
      `${'A'.repeat(21)}A\n`,
    ])
      expect([text, isLeagueCode(text)]).toEqual([text, false])
  })

  it('puts a league’s code into the URL path, and a key into its fragment', () => {
    expect(leaguePath('code')).toBe('/league/code')
    expect(leaguePath('code', 'c.1')).toBe('/league/code#key=c.1')
  })
})
