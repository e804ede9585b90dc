import { z } from 'zod'
import { defineEvent } from './define.ts'
import { BlobRef, FileContent } from './value.ts'

/** What a tree says of one file. `mode` is git's: 33188, 33261 (executable) or 40960 (symlink). */
export const TreeEntry = FileContent.extend({ mode: z.int() })
export type TreeEntry = z.infer<typeof TreeEntry>

/** The project's content at a moment: path below the root, with `/` between its parts → entry. */
export const Tree = z.record(z.string(), TreeEntry)
export type Tree = z.infer<typeof Tree>

/** `tree` refers to a `Tree` as JSON; `head` is the commit that was checked out, where there is one. */
export const snapshotTaken = defineEvent(
  'snapshot.taken',
  z.object({
    tree: BlobRef,
    files: z.int().nonnegative(),
    notRecorded: z.int().nonnegative(),
    head: z.string().optional(),
  }),
)
