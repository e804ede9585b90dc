import type { Conversation, MadeCall } from './conversation.ts'
import { entryPointsOf, foldersOf, isCode, isTest, languagesOf, readManifest } from './facts.ts'
import { call, count, finish, plan, readAll, type ScriptReply } from './reply.ts'
import { filesFound, isPlanDone, pathsRead, sizesSeen, textRead } from './results.ts'

const STEPS = ['List the folders', 'Read where the program starts', 'Report']
const FOLDERS = 6

/** The subagent that finds out how the project is laid out. */
export function map({ calls }: Conversation): ScriptReply {
  const files = filesFound(calls)
  if (calls.length === 0) return list()
  const listed = calls.filter(({ name }) => name === 'ls').length
  const folders = foldersOf(files).slice(0, FOLDERS)
  if (listed === 1 && folders.length > 0) return listFolders(folders.map(({ name }) => name))
  const starts = entriesOf(calls, files).filter((path) => !pathsRead(calls).includes(path))
  if (pathsRead(calls).length <= 1 && starts.length > 0) return readStarts(starts.slice(0, 3))
  if (!isPlanDone(calls)) return finish(STEPS)
  return { text: report(calls, files), calls: [] }
}

function list(): ScriptReply {
  return {
    text: 'I begin with what is at the top.',
    calls: [
      plan(STEPS, 0),
      call('ls', { path: '/workspace' }),
      call('glob', { pattern: '**/*', path: '/workspace' }),
      ...readAll(['package.json']),
    ],
  }
}

function listFolders(folders: readonly string[]): ScriptReply {
  const text = `The largest folders: ${folders.join(', ')}.`
  return { text, calls: folders.map((folder) => call('ls', { path: `/workspace/${folder}` })) }
}

function readStarts(paths: readonly string[]): ScriptReply {
  const text = `Now where it starts: ${paths.join(', ')}.`
  return { text, calls: [plan(STEPS, 1), ...readAll(paths, 120)] }
}

function entriesOf(calls: readonly MadeCall[], files: readonly string[]): string[] {
  const manifest = readManifest(textRead(calls, 'package.json'))
  return entryPointsOf(manifest, files).filter((path) => files.includes(path))
}

function report(calls: readonly MadeCall[], files: readonly string[]): string {
  const languages = languagesOf(files).slice(0, 4)
  const tests = files.filter(isTest).length
  const folders = foldersOf(files).slice(0, FOLDERS)
  const entries = entriesOf(calls, files)
  const large = sizesSeen(calls)
    .filter(({ path }) => isCode(path))
    .slice(0, 5)
  const named = (list: readonly { name: string; count: number }[]) =>
    list.map(({ name, count: number }) => `${name} (${number})`).join(', ')
  const facts = [
    `${count(files.length, 'file')}, ${count(tests, 'test file')}. Languages by files: ${named(languages) || 'none known'}.`,
    folders.length > 0 ? `Folders by files: ${named(folders)}.` : 'There are no folders.',
    entries.length > 0 ? `It starts in ${entries.join(', ')}.` : 'Nothing says where it starts.',
    large.length > 0
      ? `Largest code files seen: ${large.map(({ path, bytes }) => `${path} (${bytes} bytes)`).join(', ')}.`
      : 'I saw no code files with their sizes.',
  ]
  return facts.map((fact) => `- ${fact}`).join('\n')
}
