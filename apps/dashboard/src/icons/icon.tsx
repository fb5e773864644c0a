import type { ComponentType, SVGProps } from 'react'

/** Drawn in the colour of the text around it. */
export type Icon = ComponentType<SVGProps<SVGSVGElement> & { readonly size?: number | string }>

/** An icon of these lines: a path as SVG writes it. */
export const icon = (lines: string): Icon =>
  function Drawn({ size = 24, ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        <path d={lines} />
      </svg>
    )
  }
