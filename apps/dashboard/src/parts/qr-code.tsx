/** A QR code on the screen, black on white in both themes. */
import { useMemo } from 'react'
import { qrOf } from './qr.ts'

type Props = {
  /** What is read from it. */
  readonly text: string
  /** Says what it is: "QR code of the Pix". */
  readonly label: string
  /** Pixels of each side. */
  readonly size: number
}

export function QrCode({ text, label, size }: Props) {
  const code = useMemo(() => qrOf(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
    >
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  )
}
