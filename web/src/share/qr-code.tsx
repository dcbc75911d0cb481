import { encode } from 'uqr'
import { QR_QUIET_ZONE } from '#shared/domain/limits.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './qr-code.module.css'

type QrCodeProps = { text: string; label: string; className?: string | undefined }

/** A QR code, dark on white in both themes. */
export function QrCode({ text, label, className }: QrCodeProps) {
  return (
    <img
      className={classes(styles['code'], className)}
      src={`data:image/svg+xml,${encodeURIComponent(toSvg(text))}`}
      alt={label}
    />
  )
}

function toSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: QR_QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>`
}
