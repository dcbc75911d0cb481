import type { Tier } from '#shared/domain/rarity.ts'
import type { Hex } from '#shared/design/color.ts'

/** A tier's metal: highlight, body and shade of its frame. Ink is readable on `light`. */
export type Metal = { readonly light: Hex; readonly body: Hex; readonly shade: Hex }

/** Each tier is brighter than the one before, so that they differ without color too. */
const METALS: Readonly<Record<Tier, Metal>> = {
  Rookie: { light: '#a9b4ae', body: '#57625d', shade: '#272e2b' },
  Starter: { light: '#f4bf95', body: '#b5652f', shade: '#57290f' },
  Captain: { light: '#e4eaee', body: '#a9b5bd', shade: '#56626a' },
  Star: { light: '#ffe08a', body: '#efae22', shade: '#7c4c08' },
  Legend: { light: '#fff3c4', body: '#e7a6ff', shade: '#5b3fa8' },
}

/** The frame of a card without a tier. */
const PLAIN: Metal = { light: '#dfe4e1', body: '#8b9691', shade: '#3d4643' }

/** @param tier null for a card without a tier */
export const getMetal = (tier: Tier | null): Metal => (tier === null ? PLAIN : METALS[tier])

/** Colors around a Legend's frame. The last one equals the first. */
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

/**
 * The same colors without the pale ones, for the foil behind a Legend. They start at the top and run counterclockwise.
 */
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
