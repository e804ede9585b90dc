import { checkImports } from '../check-imports.ts'
import { checkLockfile } from '../check-lockfile.ts'
import { checkPatterns } from '../check-patterns.ts'
import { checkProcesses } from '../process-reference.ts'
import { checkStructure } from '../structure-figures.ts'
import { createParser } from './parse-sources.ts'
import type { Report } from './report.ts'
import type { CheckContext, Task } from './task.ts'

/** Creates the checks that run in this process. They share one parse of each file. */
export function createSourceTasks({ tree: { sources } }: CheckContext): readonly Task[] {
  const parse = createParser()
  return [
    toTask('structure', () => checkStructure(sources, parse)),
    toTask('imports', () => checkImports(sources)),
    toTask('lockfile', () => checkLockfile(sources)),
    toTask('processes', () => checkProcesses('.', parse)),
    toTask('patterns', () => checkPatterns(sources, parse)),
  ]
}

function toTask(name: string, check: () => Report): Task {
  return {
    name,
    async run() {
      const startedAt = performance.now()
      const { checked, isEmpty, problems } = check()
      return {
        name,
        ok: problems.length === 0 && !isEmpty,
        summary: `${checked} checked`,
        output: problems.join('\n'),
        seconds: (performance.now() - startedAt) / 1000,
      }
    },
  }
}
