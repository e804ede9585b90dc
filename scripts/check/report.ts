/** Result of a check that runs in this process. */
export type Report = {
  /** Number and kind of what was checked, as in `12 imports`. */
  readonly checked: string
  /** Nothing was found to check, which counts as a failure. */
  readonly isEmpty: boolean
  /** Each is a line for a person. */
  readonly problems: readonly string[]
}
