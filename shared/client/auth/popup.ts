import { AppError } from '../errors.ts'
import { isRecord } from '../failure.ts'
import type { Host } from '../host.ts'
import type { Page } from '../page.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { failureTold } from './codes.ts'
import { POPUP, POPUP_CHECK_MS, POPUP_TIMEOUT_MS } from '../limits.ts'
import { receiveTokens, type Tokens } from './tokens.ts'
import { AUTH_MESSAGE } from './wire.ts'

export type PopupRequest = {
  readonly host: Pick<Host, 'now' | 'after'>
  readonly page: Page
  readonly address: string
  /** Only its page is listened to. */
  readonly authOrigin: string
  readonly projectId: string
  readonly state: string
}

const failed = (code: 'POPUP_CANCELED' | 'AUTH_TIMEOUT' | 'VERIFICATION_FAILED', text?: string, hint?: string) =>
  new AppError(code, text, { kind: 'auth', ...(hint !== undefined && { hint }) })

/**
 * Signs in by a popup window. To be called in the handler of a click (transient user activation): later, browsers block
 * it.
 *
 * @throws AppError `POPUP_CANCELED` when it is closed or does not open, `AUTH_TIMEOUT` after half a minute,
 * `VERIFICATION_FAILED` for an answer to another question, or what the window says
 */
export function askPopup({ host, page, address, authOrigin, projectId, state }: PopupRequest): Promise<Tokens> {
  const popup = page.openPopup(address, POPUP)
  if (popup === null) return Promise.reject(failed('POPUP_CANCELED', undefined, CLIENT_FAILURE.popupBlocked))

  return new Promise<Tokens>((resolve, reject) => {
    let stopChecking = () => {}
    const stops = [popup.onSaid(hear), host.after(POPUP_TIMEOUT_MS, () => end(failed('AUTH_TIMEOUT')))]
    check()

    function end(outcome: Tokens | AppError) {
      for (const stop of [stopChecking, ...stops]) stop()
      popup!.close()
      if (outcome instanceof AppError) reject(outcome)
      else resolve(outcome)
    }

    function check() {
      stopChecking = host.after(POPUP_CHECK_MS, () => (popup!.isClosed() ? end(failed('POPUP_CANCELED')) : check()))
    }

    function hear(message: unknown, origin: string) {
      if (origin !== authOrigin || !isRecord(message)) return
      const { type } = message
      if (type !== AUTH_MESSAGE.tokens && type !== AUTH_MESSAGE.failure) return
      if (message['state'] !== state) return end(failed('VERIFICATION_FAILED', CLIENT_FAILURE.stateMismatch))
      if (message['projectId'] !== projectId) return end(failed('VERIFICATION_FAILED', CLIENT_FAILURE.projectMismatch))
      if (type === AUTH_MESSAGE.failure) return end(failureTold(message['code'], message['message']))
      end(receiveTokens(message, host.now()) ?? failed('VERIFICATION_FAILED'))
    }
  })
}
