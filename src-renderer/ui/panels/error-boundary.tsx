import { Component, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Failure } from '../loading/notice.tsx'

interface ErrorBoundaryProps {
  /** What could not be drawn, as it begins a sentence: `The timeline`. */
  readonly what: string
  readonly children: ReactNode
}

interface Failed {
  readonly error?: unknown
}

/** Keeps a panel that fails from taking the window with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Failed> {
  override state: Failed = {}

  static getDerivedStateFromError(error: unknown): Failed {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div style={{ padding: 16 }}>
        {isOutdated(error) ? (
          <Failure
            action={<Button onClick={() => location.reload()}>Load the window again</Button>}
          >
            {this.props.what} could not be loaded: Orrery was updated, or its host is out of reach.
          </Failure>
        ) : (
          <Failure
            action={
              <Button onClick={() => this.setState({ error: undefined })}>Draw it again</Button>
            }
          >
            {this.props.what} could not be drawn. The session goes on.
          </Failure>
        )}
      </div>
    )
  }
}

/** A file of the window that is no longer there under its name. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|preload CSS/.test(error.message)
}
