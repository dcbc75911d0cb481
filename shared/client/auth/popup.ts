import { AppError } from '../errors.ts'
import { isRecord } from '../failure.ts'
import type { Host } from '../host.ts'
import type { Page } from '../page.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { toAuthError } from './codes.ts'
import { POPUP, POPUP_CHECK_MS, POPUP_TIMEOUT_MS } from '../limits.ts'
import { receiveTokens, type Tokens } from './tokens.ts'
import { AUTH_MESSAGE } from './wire.ts'

export type PopupRequest = {
  readonly host: Pick<Host, 'now' | 'after'>
  readonly page: Page
  readonly address: string
  /** Messages from any other origin are ignored. */
  readonly authOrigin: string
  readonly projectId: string
  readonly state: string
}

const toError = (code: 'POPUP_CANCELED' | 'AUTH_TIMEOUT' | 'VERIFICATION_FAILED', text?: string, hint?: string) =>
  new AppError(code, text, { kind: 'auth', ...(hint !== undefined && { hint }) })

/**
 * Signs in through a popup window. Call it in a click handler (transient user activation): browsers block it later.
 *
 * @throws AppError `POPUP_CANCELED` when the popup is closed or blocked, `AUTH_TIMEOUT` after half a minute,
 * `VERIFICATION_FAILED` for a different `state`, or the popup's own error
 */
export function signInByPopup({ host, page, address, authOrigin, projectId, state }: PopupRequest): Promise<Tokens> {
  const popup = page.openPopup(address, POPUP)
  if (popup === null) return Promise.reject(toError('POPUP_CANCELED', undefined, CLIENT_FAILURE.popupBlocked))

  return new Promise<Tokens>((resolve, reject) => {
    let stopChecking = () => {}
    const stops = [popup.onMessage(handleMessage), host.after(POPUP_TIMEOUT_MS, () => end(toError('AUTH_TIMEOUT')))]
    check()

    function end(outcome: Tokens | AppError) {
      for (const stop of [stopChecking, ...stops]) stop()
      popup!.close()
      if (outcome instanceof AppError) reject(outcome)
      else resolve(outcome)
    }

    function check() {
      stopChecking = host.after(POPUP_CHECK_MS, () => (popup!.isClosed() ? end(toError('POPUP_CANCELED')) : check()))
    }

    function handleMessage(message: unknown, origin: string) {
      if (origin !== authOrigin || !isRecord(message)) return
      const { type } = message
      if (type !== AUTH_MESSAGE.tokens && type !== AUTH_MESSAGE.failure) return
      if (message['state'] !== state) return end(toError('VERIFICATION_FAILED', CLIENT_FAILURE.stateMismatch))
      if (message['projectId'] !== projectId) return end(toError('VERIFICATION_FAILED', CLIENT_FAILURE.projectMismatch))
      if (type === AUTH_MESSAGE.failure) return end(toAuthError(message['code'], message['message']))
      end(receiveTokens(message, host.now()) ?? toError('VERIFICATION_FAILED'))
    }
  })
}
