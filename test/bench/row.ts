/** A figure beside what it is held against. */
export interface Row {
  readonly what: string
  readonly ours: number
  readonly baseline: number
  /** What the baseline is. */
  readonly of: string
  readonly unit: string
  /** At most this ratio is promised. */
  readonly promised?: number
}
