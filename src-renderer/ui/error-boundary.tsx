import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Failure } from './notice.tsx'

export interface ErrorBoundaryProps {
  /** What could not be drawn, as it begins a sentence: `The timeline`. */
  readonly what: string
  readonly children: ReactNode
}

/** Keeps a panel that fails from taking the window with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    const retry = <Button onClick={() => this.setState({ hasFailed: false })}>Draw it again</Button>
    return (
      <div style={{ padding: 16 }}>
        <Failure action={retry}>{this.props.what} could not be drawn. The session goes on.</Failure>
      </div>
    )
  }
}
