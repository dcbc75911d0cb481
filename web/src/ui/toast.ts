import { toast as sonner } from 'sonner'
import { TOAST_DURATION_MS } from '#shared/domain/limits.ts'

type Extra = { description?: string }

/** Short messages in the corner. Each kind has its own time; all of them can be dismissed. */
export const toast = {
  success: (message: string, extra: Extra = {}) =>
    sonner.success(message, { ...extra, duration: TOAST_DURATION_MS.success }),
  error: (message: string, extra: Extra = {}) => sonner.error(message, { ...extra, duration: TOAST_DURATION_MS.error }),
  blank: (message: string, extra: Extra = {}) => sonner(message, { ...extra, duration: TOAST_DURATION_MS.blank }),
  loading: (message: string, extra: Extra = {}) =>
    sonner.loading(message, { ...extra, duration: TOAST_DURATION_MS.loading }),
  dismiss: (id?: string | number) => sonner.dismiss(id),
}
