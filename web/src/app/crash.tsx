import { Component, type ReactNode } from 'react'
import { buttonLook } from '#web/ui/button.ts'
import { EMPTY_PAGE } from '#web/ui/empty.tsx'
import textStyles from '#web/ui/text.module.css'

type CrashProps = {
  /** The element around the message: `div` inside a page, `main` for a whole page. */
  Frame: 'div' | 'main'
  children: ReactNode
}

/**
 * An error boundary for a page or the whole app. It shows what to do instead of a blank page, and retries when the
 * network is back.
 */
export class Crash extends Component<CrashProps, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidMount() {
    window.addEventListener('online', this.#tryAgain)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.#tryAgain)
  }

  readonly #tryAgain = () => this.setState({ crashed: false })

  override render() {
    const { Frame, children } = this.props
    if (!this.state.crashed) return children
    return (
      <Frame className={EMPTY_PAGE} role="alert">
        <h1 className={textStyles['title']}>This page didn't load</h1>
        <p className={textStyles['mute']}>
          {navigator.onLine ? 'Your cards are safe on the server.' : "You're offline."}
        </p>
        <button type="button" className={buttonLook('primary')} onClick={() => location.reload()}>
          Reload
        </button>
      </Frame>
    )
  }
}
