import type { Display } from '#shared/events/tool.ts'

/** Something to be seen rather than read. */
export interface Media {
  readonly mimeType: string
  readonly base64: string
}

/** What a call came to. */
export interface ToolAnswer {
  /** What the model is answered. */
  readonly text: string
  /** How a person is shown it. */
  readonly display?: Display
  /** Given to models that can see it. */
  readonly media?: readonly Media[]
  /** Why it failed, where what it answers holds all the same. */
  readonly failure?: string
  /** A command, build or test failed, and the tool worked: the guard against repeated failures ignores it. */
  readonly isWorkFailure?: true
  /** Variables that the failed program named and isn't given, by name. */
  readonly withheld?: readonly string[]
}
