import { Check, CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { toast, Toaster as Sonner } from 'sonner'
import { TOAST_DURATION_MS, TOAST_MAX_VISIBLE } from '#shared/domain/limits.ts'
import { classes } from './classes.ts'
import { iconLook } from './icon.ts'
import { placeToasts } from './toast.ts'
import styles from './toaster.module.css'

/** Keeps toasts above any bar at the lower edge (toaster.module.css). */
const LIFT = 'var(--toast-lift)'
const ON_DESKTOP = { bottom: LIFT, right: 24 } as const
const ON_PHONE = { bottom: LIFT, left: 8, right: 8 } as const

/** The toaster: at the bottom, full width on phones, otherwise in the right corner. */
export default function Toaster() {
  useEffect(() => {
    placeToasts(toast)
    return () => placeToasts(null)
  }, [])

  return (
    <Sonner
      position="bottom-right"
      offset={ON_DESKTOP}
      mobileOffset={ON_PHONE}
      visibleToasts={TOAST_MAX_VISIBLE}
      duration={TOAST_DURATION_MS.blank}
      closeButton
      expand
      gap={8}
      icons={{
        success: <Check className={iconLook} aria-hidden="true" />,
        error: <TriangleAlert className={iconLook} aria-hidden="true" />,
        warning: <CircleAlert className={iconLook} aria-hidden="true" />,
        info: <Info className={iconLook} aria-hidden="true" />,
        close: <X className={iconLook} aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Dismiss',
        classNames: {
          toast: classes(styles['toast']),
          description: classes(styles['text']),
          content: classes(styles['content']),
          icon: classes(styles['icon']),
          actionButton: classes(styles['action']),
          closeButton: classes(styles['close']),
        },
      }}
    />
  )
}
