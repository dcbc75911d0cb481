import { teamScope } from '../../shared/design/team-scope.ts'
import { TEAMS } from '../../shared/domain/team.ts'
import type { Plugin } from 'vite'

/** Writes styles/teams.css: one rule per team, with its palette. */
export function teamScopes(): Plugin {
  return {
    name: 'team-scopes',
    enforce: 'pre',
    transform: {
      filter: { id: /\/styles\/teams\.css$/ },
      handler: (code) => ({ code: `${code}@layer base {\n${TEAMS.map(formatRule).join('\n')}\n}\n`, map: null }),
    },
  }
}

const formatRule = (team: (typeof TEAMS)[number]): string =>
  `[data-team='${team.id}'] { ${Object.entries(teamScope(team))
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')} }`
