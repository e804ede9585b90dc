// Writes docs/processes.md, the table of processes that Orrery starts.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Parse } from './check/parse-sources.ts'
import type { Report } from './check/report.ts'
import { findStarts } from './process-reference/find-starts.ts'
import {
  NOT_LISTED,
  OWN_PROGRAMS,
  STARTED_PROCESSES,
  type StartedProcess,
} from './process-reference/started-processes.ts'

export const REFERENCE = 'docs/processes.md'
const GIT = 'src-main/core/git/git-process.ts'
const FINDER = 'src-main/core/programs/find-program.ts'

const BEGINNING = `# Processes

Every process that Orrery starts: who says which program it is, what it may read, and which environment it gets. None
runs in a sandbox yet, so each may read what its person may read, as far as the table doesn't say less. Written by
\`npm run processes\`; \`npm run check\` fails where the code starts one that isn't listed.

A program that is started by its name is looked for in the absolute folders of \`PATH\` alone, and neither in the
project nor in a repository or package around it (\`src-main/core/programs/find-program.ts\`), so that a project can't bring its
own \`git\`, with \`node_modules/.bin\` or \`.\` in \`PATH\`. A project's entry that a person trusts can name a program by its
path, or a \`PATH\` of its own. The \`PATH\` of agents' commands has no empty or relative entries. On Windows, where the
current folder comes before \`PATH\`, \`NoDefaultCurrentDirectoryInExePath\` is set for Orrery and for what it starts. The
rules of Windows are tested on other systems, and not tried on Windows.
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
export function findProblems(root: string, parse?: Parse): readonly string[] {
  const files = globSync('src-main/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/testing\.ts$|\/scripted-|-fixture\.ts$/u.test(file))
  const listed = new Set([...STARTED_PROCESSES.map(({ file }) => file), ...Object.keys(NOT_LISTED)])
  const missing = [...listed].filter((file) => !files.includes(file))
  return [
    ...missing.map((file) => `${file} is listed, and isn't there.`),
    ...files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const { isStarting, isFinding, git, byName } = findStarts(file, text, parse)
      const unlisted = isStarting && !listed.has(file)
      const isOwn = file in OWN_PROGRAMS
      const unfound = isStarting && !isFinding && !isOwn
      const where = file === GIT ? [] : git
      const named = isOwn ? [] : byName
      return [
        ...(unlisted ? [`${file} starts a process that no row of the table names.`] : []),
        ...(unfound ? [`${file} starts a process and doesn't find its program by ${FINDER}.`] : []),
        ...where.map((line) => `${file}:${line} starts git. Only ${GIT} does.`),
        ...named.map((line) => `${file}:${line} starts a program by its name. Use ${FINDER}.`),
      ]
    }),
  ]
}

export function checkProcesses(root: string, parse: Parse): Report {
  return {
    checked: `${STARTED_PROCESSES.length} processes`,
    isEmpty: STARTED_PROCESSES.length === 0,
    problems: findProblems(root, parse),
  }
}

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, '..', REFERENCE), toReference())
  console.log(`${STARTED_PROCESSES.length} processes written to ${REFERENCE}`)
}
