import { Component, type ReactNode } from 'react'
import { buttonLook } from '#web/ui/button.ts'
import { EMPTY_PAGE } from '#web/ui/empty.tsx'
import textStyles from '#web/ui/text.module.css'

type CrashProps = {
  /** The element around the words: a part of the page, or a whole one. */
  Frame: 'div' | 'main'
  children: ReactNode
}

/**
 * The error boundary of a page, or of all: a screen that says what to do, instead of a white page. A page that lacked
 * the network is tried again when there is one.
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
