import type { ReactNode, ReactPortal } from 'react'
import { createPortal } from 'react-dom'

/** Changes what React draws of a dock. */
type Change = (change: (portals: readonly ReactPortal[]) => readonly ReactPortal[]) => void

/** An element that dockview places and lets go of. React draws into it from when dockview fills it. */
export interface DockPart<Props> {
  readonly element: HTMLElement
  init(props: Props): void
  dispose(): void
}

/** Makes the parts of one dock. */
export class DockParts {
  readonly #change: Change
  #lastKey = 0

  constructor(change: Change) {
    this.#change = change
  }

  create<Props>(draw: (props: Props) => ReactNode): DockPart<Props> {
    const element = document.createElement('div')
    element.className = 'dock-part'
    this.#lastKey += 1
    const key = String(this.#lastKey)
    return {
      element,
      init: (props) => {
        const portal = createPortal(draw(props), element, key)
        this.#change((portals) => [...portals, portal])
      },
      dispose: () => this.#change((portals) => portals.filter((portal) => portal.key !== key)),
    }
  }
}
