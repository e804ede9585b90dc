import type { TestReport } from './define.ts'
import { readGo } from './read-go.ts'
import { readPytest } from './read-pytest.ts'
import { readTap } from './read-tap.ts'
import { readCargo, readGradle, readJest, readMaven } from './read-words.ts'

/** By how surely each tells its own from the others'. */
const READERS = [readGo, readCargo, readPytest, readJest, readTap, readMaven, readGradle]

/** What the output of a test runner says; `undefined`: nothing that is known. */
export function readTests(output: string): TestReport | undefined {
  for (const read of READERS) {
    const report = read(output)
    if (report) return report
  }
  return undefined
}
