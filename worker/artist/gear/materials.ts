/** What gear is made of when it is not made of the team's colors. */
export const STEEL = '#aeb9bd'
export const STEEL_LIT = '#dfe6e6'
export const GOLD = '#e9b53a'
export const FELT = '#23292b'
export const GLASS = '#15191b'
export const BLUSH = '#ff9fb0'
