import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL, commit, type IgnoreLayout, init, layout, WITHOUT_LOG } from './ignore-layouts.ts'

/** From https://github.com/google-gemini/gemini-cli/issues/5444 */
export const allowListLayouts: readonly IgnoreLayout[] = [
  layout(
    'everything is ignored but one folder',
    {
      'project/.gitignore': '*\n!/tools/\n!/tools/**\n',
      'project/tools/subdir/helper.js': '',
      'project/src/hidden.js': '',
    },
    ['tools/subdir/helper.js'],
    { prepare: init('project') },
  ),
  layout(
    'a name that is brought back and ignored again further down',
    {
      'project/.gitignore': '*.log\n!keep.log\n',
      'project/sub/.gitignore': 'keep.log\n',
      'project/keep.log': '',
      'project/sub/keep.log': '',
    },
    [...WITHOUT_LOG, 'keep.log'],
    { prepare: init('project') },
  ),
  layout(
    'a file below an ignored folder can’t be brought back',
    {
      'project/.gitignore': 'build/\n!build/keep.txt\n',
      'project/build/keep.txt': '',
      'project/build/other.txt': '',
    },
    ALL,
    { prepare: init('project') },
  ),
  layout(
    'a file of a folder whose files are ignored can be brought back',
    {
      'project/.gitignore': 'build/*\n!build/keep.txt\n',
      'project/build/keep.txt': '',
      'project/build/other.txt': '',
    },
    [...ALL, 'build/keep.txt'],
    { prepare: init('project') },
  ),
  layout(
    'a class and a gap of folders',
    {
      'project/.gitignore': '[ab].txt\nfoo/**/bar\n',
      'project/[ab].txt': '',
      'project/a.txt': '',
      'project/foo/x/y/bar': '',
      'project/foo/bar': '',
      'project/foo/other': '',
    },
    [...ALL, '[ab].txt', 'foo/other'],
    { prepare: init('project') },
  ),
  layout('a tracked file that is ignored later', {}, WITHOUT_LOG, {
    prepare: (top) => {
      commit(join(top, 'project'))
      writeFileSync(join(top, 'project/.gitignore'), '*.log\n')
    },
    recorded: ALL,
  }),
]
