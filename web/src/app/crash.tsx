import { Component, type ReactNode } from 'react'

/** The last net: a screen that says what to do, instead of a white page. */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <main className="wrap empty" role="alert">
        <h1 className="h1">Fumble.</h1>
        <p className="mute">Something broke on this page. Your cards are safe on the server.</p>
        <button type="button" className="btn pri" onClick={() => location.reload()}>
          Load the page again
        </button>
      </main>
    )
  }
}
