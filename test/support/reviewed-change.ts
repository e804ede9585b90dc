import type { ReplyCall, Script } from './model-server.ts'
import { answersIn, calls, reads, type Steps, says, scriptAgents, task } from './scripted-agents.ts'

const PAGES = '/workspace/src/pages.js'

const loose = {
  ...{ file: 'src/pages.js', line: 3, severity: 'high', category: 'loose equality' },
  message: 'An empty text counts as none here: compare by `===`.',
  // Longer than what follows: a mark that stays at its place in the text stands a line too high.
  suggestion: `  // Of none there is one page, and whoever turns to it reads that there is none; see what follows, and the README.
  if (items === 0) return 1`,
}

const words = {
  ...{ file: 'src/pages.js', line: 7, severity: 'low', category: 'wording' },
  message: 'Say what becomes of a page that is not there.',
}

const readsIt: ReplyCall = { name: 'read_diff', args: { pieces: [1] } }

function tells(findings: readonly object[]): ReplyCall {
  return { name: 'submit_findings', args: { summary: 'Read it all.', findings } }
}

/** As long as the change has it. */
function findingsIn(texts: readonly string[]) {
  return texts.join('\n').includes('items == 0') ? [loose, words] : [words]
}

/** Whoever conducts a review has both read it, and submits what was found. */
const conducts: Steps = [
  calls(task('look for holes', 'security'), task('look for bugs', 'logic')),
  (request) => {
    const isLoose = answersIn(request).join('\n').includes(loose.category)
    return {
      calls: [
        {
          name: 'submit_review',
          args: {
            summary: isLoose ? 'A comparison went loose.' : 'The comparison is right again.',
            recommendation: isLoose ? 'request_changes' : 'comment',
            comments: isLoose ? [loose, words] : [words],
          },
        },
      ],
    }
  },
]

/** For tests: an agent changes the sample project, and reviewers find something in it until it is mended. */
export const reviewedChange: Script = scriptAgents({
  'Tidy the pages': [
    calls(reads(PAGES), {
      name: 'edit_file',
      args: { file_path: PAGES, old_string: 'items === 0', new_string: 'items == 0' },
    }),
    calls({
      name: 'edit_file',
      args: {
        ...{ file_path: PAGES, old_string: 'pages are counted from 1.' },
        new_string: 'pages are counted from 1, the first.',
      },
    }),
    says('Tidied.'),
    says('Mended as the review says.'),
  ],
  'Ask for a review': [
    calls(reads(PAGES), {
      name: 'edit_file',
      args: { file_path: PAGES, old_string: 'items === 0', new_string: 'items == 0' },
    }),
    calls({ name: 'request_review', args: { reviewers: ['security', 'logic'] } }),
    says('The reviewers want changes.'),
  ],
  'Review a session': conducts,
  'Review uncommitted work': conducts,
  'look for holes': [calls(readsIt), calls(tells([]))],
  'look for bugs': [
    calls(readsIt),
    (request) => ({ calls: [tells(findingsIn(answersIn(request)))] }),
  ],
})
