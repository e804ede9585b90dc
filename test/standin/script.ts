/** A dialog's answer, given before it is asked. */
export interface ScriptedAnswer {
  readonly kind: string
  readonly answer: unknown
}

/** What tests answer and look at: `app.evaluate(({ standin }) => …)`. */
export interface Script {
  /** Answers to dialogs, taken in their order by each kind; a dialog without one throws. */
  readonly dialogs: ScriptedAnswer[]
  /** What dialogs were shown with. */
  readonly asked: unknown[]
  /** What the system was to open or show. */
  readonly opened: string[]
  readonly notifications: unknown[]
  /** Error boxes, and what pages did not catch. */
  readonly events: string[]
  /** What the dock or the taskbar shows. */
  readonly shown: {
    badge: number
    recent: string[]
    overlay: string | undefined
    isFlashing: boolean
  }
}

export const standin: Script = {
  dialogs: [],
  asked: [],
  opened: [],
  notifications: [],
  events: [],
  shown: { badge: 0, recent: [], overlay: undefined, isFlashing: false },
}
