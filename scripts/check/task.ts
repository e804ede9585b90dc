import type { Step, StepResult } from '../run-step.ts'
import type { CheckedTree } from './checked-tree.ts'
import type { PassedFiles } from './passed-files.ts'

/** A check that prints one line. */
export type Task = {
  readonly name: string
  readonly run: () => Promise<StepResult>
}

/** Everything that a check works on. */
export type CheckContext = {
  readonly tree: CheckedTree
  readonly passed: PassedFiles
  /** Reads the tree again, to find files that changed during a check. */
  readonly readTree: () => CheckedTree
  readonly run: (step: Step) => Promise<StepResult>
  /** Paths that `--changed` is limited to, deleted ones included. */
  readonly changed: ReadonlySet<string> | undefined
}
