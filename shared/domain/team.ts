/** The 32 teams whose colors a card can have. Names are text only; no team or league logo is drawn. */

export const DIVISIONS = [
  'AFC East',
  'AFC North',
  'AFC South',
  'AFC West',
  'NFC East',
  'NFC North',
  'NFC South',
  'NFC West',
] as const
export type Division = (typeof DIVISIONS)[number]

export type Team = {
  /** Kebab-case, for URLs: `green-bay-packers`. */
  readonly id: string
  /** The value that a card stores as `team_colors` and that the Hall filters by. */
  readonly name: string
  readonly city: string
  readonly division: Division
  /** `#RRGGBB` */
  readonly primary: string
  /** `#RRGGBB` */
  readonly secondary: string
  /** Both colors in words, primary first: `navy and orange`. */
  readonly description: string
}

function team(name: string, division: Division, primary: string, secondary: string, description: string): Team {
  const id = name.toLowerCase().replaceAll(' ', '-')
  return { id, name, city: name.slice(0, name.lastIndexOf(' ')), division, primary, secondary, description }
}

export const TEAMS: readonly Team[] = [
  team('Arizona Cardinals', 'NFC West', '#97233F', '#FFB612', 'cardinal red and yellow'),
  team('Atlanta Falcons', 'NFC South', '#A71930', '#0B0B0C', 'red and black'),
  team('Baltimore Ravens', 'AFC North', '#241773', '#9E7C0C', 'purple and gold'),
  team('Buffalo Bills', 'AFC East', '#00338D', '#C60C30', 'royal blue and red'),
  team('Carolina Panthers', 'NFC South', '#0085CA', '#101820', 'bright blue and black'),
  team('Chicago Bears', 'NFC North', '#0B162A', '#C83803', 'navy and orange'),
  team('Cincinnati Bengals', 'AFC North', '#FB4F14', '#0B0B0C', 'orange and black'),
  team('Cleveland Browns', 'AFC North', '#311D00', '#FF3C00', 'brown and orange'),
  team('Dallas Cowboys', 'NFC East', '#003594', '#869397', 'royal blue and silver'),
  team('Denver Broncos', 'AFC West', '#FB4F14', '#002244', 'orange and navy'),
  team('Detroit Lions', 'NFC North', '#0076B6', '#B0B7BC', 'sky blue and silver'),
  team('Green Bay Packers', 'NFC North', '#203731', '#FFB612', 'dark green and gold'),
  team('Houston Texans', 'AFC South', '#03202F', '#A71930', 'deep navy and red'),
  team('Indianapolis Colts', 'AFC South', '#002C5F', '#FFFFFF', 'blue and white'),
  team('Jacksonville Jaguars', 'AFC South', '#006778', '#D7A22A', 'teal and gold'),
  team('Kansas City Chiefs', 'AFC West', '#E31837', '#FFB81C', 'red and gold'),
  team('Las Vegas Raiders', 'AFC West', '#0B0B0C', '#A5ACAF', 'black and silver'),
  team('Los Angeles Chargers', 'AFC West', '#0080C6', '#FFC20E', 'powder blue and gold'),
  team('Los Angeles Rams', 'NFC West', '#003594', '#FFA300', 'royal blue and yellow'),
  team('Miami Dolphins', 'AFC East', '#008E97', '#FC4C02', 'aqua and orange'),
  team('Minnesota Vikings', 'NFC North', '#4F2683', '#FFC62F', 'purple and gold'),
  team('New England Patriots', 'AFC East', '#002244', '#C60C30', 'navy and red'),
  team('New Orleans Saints', 'NFC South', '#D3BC8D', '#101820', 'old gold and black'),
  team('New York Giants', 'NFC East', '#0B2265', '#A71930', 'dark blue and red'),
  team('New York Jets', 'AFC East', '#125740', '#FFFFFF', 'green and white'),
  team('Philadelphia Eagles', 'NFC East', '#004C54', '#A5ACAF', 'midnight green and silver'),
  team('Pittsburgh Steelers', 'AFC North', '#FFB612', '#101820', 'gold and black'),
  team('San Francisco 49ers', 'NFC West', '#AA0000', '#B3995D', 'red and gold'),
  team('Seattle Seahawks', 'NFC West', '#002244', '#69BE28', 'navy and bright green'),
  team('Tampa Bay Buccaneers', 'NFC South', '#D50A0A', '#34302B', 'red and pewter'),
  team('Tennessee Titans', 'AFC South', '#0C2340', '#4B92DB', 'navy and light blue'),
  team('Washington Commanders', 'NFC East', '#5A1414', '#FFB612', 'burgundy and gold'),
]

const byName = new Map(TEAMS.map((team) => [team.name, team]))
const byId = new Map(TEAMS.map((team) => [team.id, team]))

/** Returns the team with this exact name, or null. */
export const getTeam = (name: string): Team | null => byName.get(name) ?? null

/** Returns the team with this id, or null. */
export const getTeamById = (id: string): Team | null => byId.get(id) ?? null
