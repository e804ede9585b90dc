import type { Display } from '#shared/events/tool.ts'

/** An image or document in an answer. */
export interface Media {
  readonly mimeType: string
  readonly base64: string
}

/** The result of a call. */
export interface ToolAnswer {
  /** The answer for the model. */
  readonly text: string
  /** The answer for people. */
  readonly display?: Display
  /** Sent to models that accept this type. */
  readonly media?: readonly Media[]
  /** Why the call failed, if its text is still worth reading. */
  readonly failure?: string
  /** A command, build or test failed, and the tool worked: the guard against repeated failures ignores it. */
  readonly isWorkFailure?: true
  /** Variables that the failed program named and isn't given, by name. */
  readonly withheld?: readonly string[]
}
