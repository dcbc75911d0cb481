import { type ComponentProps, createElement } from 'react'

type IconData = { size: number; node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }

/**
 * Builds a component of an icon's drawing: an SVG in the color of the text around it, whose props are those of the
 * element. In the build it stands in for the icon library's own, which brings options that nothing here uses.
 */
export default function createIcon({ size, node }: IconData) {
  return (props: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
