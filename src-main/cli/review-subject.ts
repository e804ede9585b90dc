import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import { type AskedSubject, MAX_DIFF_CHARS } from '#shared/contract/code-reviews.ts'
import { wrongUsage } from './exit.ts'

interface Named {
  readonly base?: string | undefined
  readonly staged?: boolean | undefined
  readonly diff?: string | undefined
}

/** What is to be reviewed, of what was named; a diff is read. */
export async function readAskedSubject({ base, staged, diff }: Named): Promise<AskedSubject> {
  if ([base, staged, diff].filter((one) => one !== undefined).length > 1) {
    throw wrongUsage('One thing is reviewed at a time: name --base, --staged or --diff.')
  }
  if (diff !== undefined) return readDiff(diff)
  if (base === undefined) return staged ? { type: 'staged' } : { type: 'uncommitted' }
  if (base.trim() !== '') return { type: 'base', ref: base }
  throw wrongUsage('--base takes a branch, a tag or a commit.')
}

async function readDiff(written: string): Promise<AskedSubject> {
  const bytes = written === '-' ? await readInput() : await readFrom(resolve(written))
  // Files of any encoding are in a diff: what is no UTF-8 in it is not worth failing for.
  const text = new TextDecoder().decode(bytes)
  if (text.length > MAX_DIFF_CHARS) {
    const most = `${MAX_DIFF_CHARS / 1_000_000} million characters`
    throw wrongUsage(`The diff is longer than ${most}. Review less at a time.`)
  }
  return { type: 'diff', name: written === '-' ? 'standard input' : basename(written), text }
}

function readInput(): Promise<Uint8Array> {
  if (process.stdin.isTTY)
    throw wrongUsage('Nothing is piped in: git diff | orrery review --diff -')
  return readAll(process.stdin)
}

async function readFrom(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw wrongUsage(`${path} can’t be read. Check its name.`, error)
  }
}
