/** Where a workbench is reached from other machines, and what lets a person in there. */
export interface Beyond {
  /** The IP address that is listened on. */
  readonly address: string
  /** What it is called besides: `name`, or `name:port`. */
  readonly names: readonly string[]
  readonly password: string
}
