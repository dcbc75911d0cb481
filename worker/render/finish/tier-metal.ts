import type { Tier } from '#shared/domain/rarity.ts'
import type { Hex } from '#shared/design/color.ts'

/** The metal of a tier: the shine, the body and the shade of its frame. Ink can be read on `light`. */
export type Metal = { readonly light: Hex; readonly body: Hex; readonly shade: Hex }

/** Darker to brighter with every tier, so that they can be told apart without color too. */
const METALS: Readonly<Record<Tier, Metal>> = {
  Rookie: { light: '#a9b4ae', body: '#57625d', shade: '#272e2b' },
  Starter: { light: '#f4bf95', body: '#b5652f', shade: '#57290f' },
  Captain: { light: '#e4eaee', body: '#a9b5bd', shade: '#56626a' },
  Star: { light: '#ffe08a', body: '#efae22', shade: '#7c4c08' },
  Legend: { light: '#fff3c4', body: '#e7a6ff', shade: '#5b3fa8' },
}

/** The frame of a card without a tier. */
const PLAIN: Metal = { light: '#dfe4e1', body: '#8b9691', shade: '#3d4643' }

/** @param tier null for a card that has none */
export const getMetal = (tier: Tier | null): Metal => (tier === null ? PLAIN : METALS[tier])

/** All colors round the clock, for a Legend. The last one meets the first. */
export const PRISM: readonly Hex[] = [
  '#fff1b8',
  '#f2b632',
  '#ff7d5c',
  '#ff6fb5',
  '#b48bff',
  '#5cb8ff',
  '#5cf0b4',
  '#f4f09a',
  '#e0a526',
  '#fff1b8',
]

/** The same light on the ground behind a Legend, without its pale parts, from below once round by the right. */
export const SPECTRUM: readonly Hex[] = [
  '#ffd34d',
  '#46e3a0',
  '#2fd0ff',
  '#5b8cff',
  '#b06bff',
  '#ff5fb8',
  '#ff6f61',
  '#ffa63d',
  '#ffd34d',
]
