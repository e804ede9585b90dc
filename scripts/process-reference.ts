// Writes docs/processes.md, the table of what Orrery starts. With --check it only compares the table with the code.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findStarts } from './process-reference/find-starts.ts'
import {
  NOT_LISTED,
  STARTED_PROCESSES,
  type StartedProcess,
} from './process-reference/started-processes.ts'

export const REFERENCE = 'docs/processes.md'
const GIT = 'src-main/core/git/git-process.ts'

const BEGINNING = `# Processes

Every process that Orrery starts: who says which program it is, what it may read, and which environment it gets. None
runs in a sandbox yet, so each may read what its person may read, as far as the table doesn't say less. Written by
\`npm run processes\`; \`npm run check\` fails where the code starts one that isn't listed.
`

/** The whole table. */
export function toReference(): string {
  const head = ['process', 'who names it', 'what it may read', 'environment', 'started in']
  const rows = STARTED_PROCESSES.map(toCells)
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${BEGINNING}\n${lines.join('\n')}\n`
}

function toCells({ process, namedBy, reads, environment, file }: StartedProcess): string[] {
  return [process, namedBy, reads, environment, `\`${file}\``]
}

/** Compares the table with the code. A sentence for each difference. */
export function findProblems(root: string): readonly string[] {
  const files = globSync('src-main/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/testing\.ts$|\/scripted-|-fixture\.ts$/u.test(file))
  const listed = new Set([...STARTED_PROCESSES.map(({ file }) => file), ...Object.keys(NOT_LISTED)])
  const missing = [...listed].filter((file) => !files.includes(file))
  return [
    ...missing.map((file) => `${file} is listed, and isn't there.`),
    ...files.flatMap((file) => {
      const { isStarting, git } = findStarts(file, readFileSync(join(root, file), 'utf8'))
      const unlisted = isStarting && !listed.has(file)
      const where = file === GIT ? [] : git
      return [
        ...(unlisted ? [`${file} starts a process that no row of the table names.`] : []),
        ...where.map((line) => `${file}:${line} starts git. Only ${GIT} does.`),
      ]
    }),
  ]
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const problems = findProblems(root)
  if (!process.argv.includes('--check')) writeFileSync(join(root, REFERENCE), toReference())
  for (const problem of problems) console.error(problem)
  console.log(`${STARTED_PROCESSES.length} processes checked`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
