import type { Locator } from 'playwright-core'

type Rgb = [number, number, number]

/** How an element looks once it no longer changes: its colors as the browser computes them, and their WCAG 2 contrast. */
export async function lookOf(element: Locator): Promise<{ color: string; background: string; contrast: number }> {
  const { color, background } = await element.evaluate(async (shown) => {
    // Colors fade into others.
    await Promise.all(shown.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
    const style = getComputedStyle(shown)
    return { color: style.color, background: style.backgroundColor }
  })
  return { color, background, contrast: contrastOf(rgbOf(color), rgbOf(background)) }
}

/** @throws for a color that can be seen through: its contrast depends on what is behind */
function rgbOf(color: string): Rgb {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)
  if (!parts) throw new Error(`not an opaque color: ${color}`)
  return [Number(parts[1]), Number(parts[2]), Number(parts[3])]
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(rgb: Rgb): number {
  const [r, g, b] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
