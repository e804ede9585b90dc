import type { Judging } from './judging.ts'
import type { Scope } from './scope.ts'
import { type Target, type TargetKind, targetsOf } from './targets.ts'
import { type Output, shown, unite } from './values.ts'
import { catastrophic, dangerous, type Finding, guarded, risky, unknown } from './verdict.ts'

/** Who asks for a path: the program as a person would see it, and what it knows of the machine. */
export interface Access {
  readonly who: string
  readonly scope: Scope
  readonly judging: Judging
}

type Sentence = (who: string, path: string) => Finding | undefined

const outsideWrite: Sentence = (who, path) =>
  dangerous(`\`${who}\` writes to ${path}, which is outside the project.`)
const hidden: Sentence = (who, path) =>
  unknown(`Where \`${who}\` writes only shows when it runs: ${path}.`)

const WRITES: Readonly<Record<TargetKind, Sentence>> = {
  inside: () => undefined,
  stream: () => undefined,
  temp: (who, path) => risky(`\`${who}\` writes to ${path}, a temporary file outside the project.`),
  rules: (who, path) =>
    guarded(unknown(`\`${who}\` changes ${path}, which says what agents may do.`)),
  'home-rules': (who, path) =>
    guarded(dangerous(`\`${who}\` changes ${path}, which says what agents may do everywhere.`)),
  own: (who, path) => guarded(dangerous(`\`${who}\` changes ${path}, which Orrery keeps.`)),
  history: (who, path) => dangerous(`\`${who}\` writes into git's own files: ${path}.`),
  device: (who, path) => catastrophic(`\`${who}\` overwrites the device ${path}.`),
  network: (who, path) => dangerous(`\`${who}\` sends what it prints over the network (${path}).`),
  secret: outsideWrite,
  root: outsideWrite,
  home: outsideWrite,
  parent: outsideWrite,
  project: () => undefined,
  system: outsideWrite,
  outside: outsideWrite,
  unknown: hidden,
}

const outsideRead: Sentence = (who, path) =>
  risky(`\`${who}\` reads ${path}, which is outside the project.`)

const READS: Readonly<Record<TargetKind, Sentence>> = {
  ...WRITES,
  temp: outsideRead,
  rules: () => undefined,
  'home-rules': outsideRead,
  own: (who, path) =>
    guarded(dangerous(`\`${who}\` reads ${path}, where Orrery keeps sessions and keys.`)),
  history: () => undefined,
  device: (who, path) => dangerous(`\`${who}\` reads the device ${path}.`),
  network: (who, path) => dangerous(`\`${who}\` opens a connection (${path}).`),
  secret: (who, path) => dangerous(`\`${who}\` reads ${path}, which holds secrets of yours.`),
  root: outsideRead,
  home: outsideRead,
  parent: outsideRead,
  system: outsideRead,
  outside: outsideRead,
  unknown: (who, path) => unknown(`What \`${who}\` reads only shows when it runs: ${path}.`),
}

function noteEach(access: Access, text: string, sentences: Readonly<Record<TargetKind, Sentence>>) {
  for (const { kind, path } of targetsIn(access, text)) {
    access.judging.note(sentences[kind](shown(access.who), shown(path)))
  }
}

/** What a path means, links followed, from each folder the command may be in. */
export function targetsIn({ scope, judging }: Access, text: string): readonly Target[] {
  return targetsOf(text, scope, judging.place)
}

/** The same of what is itself deleted or moved: where its last name is a link, that is meant. */
export function targetsItself({ scope, judging }: Access, text: string): readonly Target[] {
  return targetsOf(text, scope, judging.place, { isItself: true })
}

/** Judges what would be written at `path` only by whether it steers agents, Orrery or git. */
export function noteSteering(access: Access, path: string): void {
  for (const { kind, path: real } of targetsItself(access, path)) {
    if (STEERING.has(kind)) access.judging.note(WRITES[kind](shown(access.who), shown(real)))
  }
}

/** The same of what git itself changes, to which its own files belong. */
export function noteRuled(access: Access, path: string): void {
  for (const { kind, path: real } of targetsItself(access, path)) {
    if (kind === 'rules') access.judging.note(WRITES.rules(shown(access.who), shown(real)))
  }
}

const STEERING: ReadonlySet<TargetKind> = new Set(['rules', 'home-rules', 'own', 'history'])

/** Judges that a path is read. */
export function noteRead(access: Access, path: string): void {
  if (path !== '' && !findContent(access, path)) noteEach(access, path, READS)
}

/** Judges that a path is written. */
export function noteWrite(access: Access, path: string): void {
  noteEach(access, path, WRITES)
}

/** What a file holds, where the command itself has written it. */
export function findContent(access: Access, path: string): Output | undefined {
  const found = targetsIn(access, path).flatMap((target) => {
    const content = access.scope.files.get(target.path)
    return content ? [content] : []
  })
  return found.length > 0 ? unite(...found) : undefined
}

/** Remembers what was written, and lets a command that reads it as its input be judged. */
export function keepContent(access: Access, path: string, content: Output): void {
  const { scope, judging } = access
  for (const target of targetsIn(access, path)) {
    scope.files.set(target.path, unite(content, scope.files.get(target.path) ?? []))
    const sink = scope.sinks.get(target.path)
    if (sink) judging.run(sink, scope.copy(), content)
  }
}
