import { pickOther } from '#web/lib/pick-other.ts'

const FIRST =
  'Nacho,Turbo,Captain,Couch,Waffle,Lucky,Thunder,Grandpa,Disco,Pickle,Sir,Iron,Muddy,Sunday,Velvet,Rocket,Butter,Gravy,Sideline,Overtime,Backyard,Tailgate,Banana,Mighty'.split(
    ',',
  )
const LAST =
  'Joe,Blitz,Quack,Touchdown,Fumble,Spiral,Hurdle,Punt,Huddle,Moose,Biscuit,Comet,Tackle,Scramble,Noodle,Tornado,Whistle,Cleats,Bulldozer,Pancake,Sprinkles,Gadget,Walrus,Zigzag'.split(
    ',',
  )

/** Rolls a stock nickname other than the current one. @param random uniform in [0, 1) */
export function rollNickname(current: string, random: () => number = Math.random): string {
  const [first = '', last = ''] = current.split(' ')
  return `${pickOther(FIRST, first, random)} ${pickOther(LAST, last, random)}`
}
