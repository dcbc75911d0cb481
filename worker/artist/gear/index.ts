import type { ArmorId } from '#shared/domain/armor.ts'
import { beanie } from './beanie.ts'
import { cat } from './cat.ts'
import { chef } from './chef.ts'
import { cleats } from './cleats.ts'
import { colander } from './colander.ts'
import { cone } from './cone.ts'
import { crown, CROWN_WIDTH } from './crown.ts'
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
import { type Lowering, lowered } from './lowered.ts'
import { mustache } from './mustache.ts'
import { party } from './party.ts'
import { popcorn } from './popcorn.ts'
import { propeller } from './propeller.ts'
import { pumpkin } from './pumpkin.ts'
import { withRimShadow } from './rim-shadow.ts'
import { shades } from './shades.ts'
import { space } from './space.ts'
import { stars } from './stars.ts'
import { tophat } from './tophat.ts'
import { visor } from './visor.ts'
import { warpaint } from './warpaint.ts'
import { wizard } from './wizard.ts'

const hat = (gear: Gear, lowering: Lowering): Gear => withRimShadow(lowered(gear, lowering))

/** All gear by id. */
export const GEAR: Readonly<Record<Exclude<ArmorId, 'none'>, Gear>> = {
  helmet,
  visor,
  leather,
  knight,
  space,
  hardhat: hat(hardhat, { height: 1, width: 0.94, fromY: -46 }),
  party: hat(party, { height: 0.7, width: 0.84, fromY: -64, dropUnits: -6 }),
  propeller: hat(propeller, { height: 0.78, width: 0.92, fromY: -62 }),
  beanie: hat(beanie, { height: 0.9, width: 0.93, fromY: -46 }),
  tophat: hat(tophat, { height: 0.82, width: 0.9, fromY: -46 }),
  chef: hat(chef, { height: 0.86, width: 1.1, fromY: -46, dropUnits: 9 }),
  wizard: hat(wizard, { height: 0.8, width: 0.86, fromY: -46 }),
  crown: hat(crown, { height: 1, width: CROWN_WIDTH, fromY: -46 }),
  warpaint,
  eyeblack,
  goggles,
  shades,
  stars,
  headband,
  mustache,
  duck: lowered(duck, { height: 0.68, width: 0.74, fromY: -45, dropUnits: -27 }),
  foam,
  cleats,
  cone: hat(cone, { height: 0.86, width: 0.96, fromY: -50, dropUnits: 7 }),
  colander: hat(colander, { height: 1, width: 0.8, fromY: -46 }),
  popcorn: hat(popcorn, { height: 0.79, fromY: -44, dropUnits: 10 }),
  pumpkin: lowered(pumpkin, { height: 0.94, width: 0.9, fromY: 80 }),
  cat,
  halo: lowered(halo, { height: 0.86, width: 0.84, fromY: -60 }),
}

/** @returns the piece, or null for a bare head. */
export const getGear = (id: ArmorId): Gear | null => (id === 'none' ? null : GEAR[id])
