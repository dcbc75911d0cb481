import type { ArmorId } from '#shared/domain/armor.ts'
import { beanie } from './beanie.ts'
import { cat } from './cat.ts'
import { chef } from './chef.ts'
import { cleats } from './cleats.ts'
import { colander } from './colander.ts'
import { cone } from './cone.ts'
import { crown } from './crown.ts'
import { duck } from './duck.ts'
import { eyeblack } from './eyeblack.ts'
import { foam } from './foam.ts'
import type { Gear } from './gear.ts'
import { goggles } from './goggles.ts'
import { halo } from './halo.ts'
import { hardhat } from './hardhat.ts'
import { headband } from './headband.ts'
import { helmet } from './helmet.ts'
import { knight } from './knight.ts'
import { leather } from './leather.ts'
import { mustache } from './mustache.ts'
import { party } from './party.ts'
import { popcorn } from './popcorn.ts'
import { propeller } from './propeller.ts'
import { pumpkin } from './pumpkin.ts'
import { shades } from './shades.ts'
import { space } from './space.ts'
import { stars } from './stars.ts'
import { tophat } from './tophat.ts'
import { visor } from './visor.ts'
import { warpaint } from './warpaint.ts'
import { wizard } from './wizard.ts'

/** Every piece that can be drawn, by its id. */
export const GEAR: Readonly<Record<Exclude<ArmorId, 'none'>, Gear>> = {
  helmet,
  visor,
  leather,
  knight,
  space,
  hardhat,
  party,
  propeller,
  beanie,
  tophat,
  chef,
  wizard,
  crown,
  warpaint,
  eyeblack,
  goggles,
  shades,
  stars,
  headband,
  mustache,
  duck,
  foam,
  cleats,
  cone,
  colander,
  popcorn,
  pumpkin,
  cat,
  halo,
}

/** @returns the piece, or null for a head without any. */
export const gearOf = (id: ArmorId): Gear | null => (id === 'none' ? null : GEAR[id])
