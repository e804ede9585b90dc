import type { FileFacts } from '../facts.ts'
import { buildCallGraph, type CallGraph } from './call-graph.ts'
import { buildImportGraph, type ImportGraph } from './import-graph.ts'
import { isTest } from './paths.ts'

/** What is worked out of a project's files once, for every topic. */
export interface Knowledge {
  /** Every file that was read, by path. */
  readonly files: ReadonlyMap<string, FileFacts>
  /** Those that test no others. */
  readonly code: ReadonlyMap<string, FileFacts>
  readonly configurations: ReadonlyMap<string, string>
  readonly imports: ImportGraph
  readonly calls: CallGraph
}

export function buildKnowledge(
  files: ReadonlyMap<string, FileFacts>,
  configurations: ReadonlyMap<string, string>,
): Knowledge {
  const imports = buildImportGraph(files, configurations)
  const calls = buildCallGraph(files, imports)
  const code = new Map([...files].filter(([path]) => !isTest(path)))
  return { files, code, configurations, imports, calls }
}
